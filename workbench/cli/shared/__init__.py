"""What several commands share: options, inputs, output, errors, recorded trainings."""
