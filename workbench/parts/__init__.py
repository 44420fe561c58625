"""Parts of panes that know a model: delegates of tables, the form and the results of a training."""
