"""The reliability campaign: what the program survives, on demand and with counts.

    python -m benchmarks reliability [PART...] [--seed N] [--count N] [--number N]
        [--short] [--minutes N] [--json] [--out FILE]

`campaign` has the table of parts and the report, `attempts` what a part is given; every part is a
module. Each attempt draws from a chance of its own, made of seed, part and number, so that one
attempt can be repeated alone with --number.
"""
