"""How the tests are run: `python3 run.py test [--quick] [FEATURE ...] [arguments of pytest]`."""
