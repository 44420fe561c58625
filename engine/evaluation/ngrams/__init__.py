"""Code lengths of texts by n-gram models over tokens: counting, the model, the loss."""
