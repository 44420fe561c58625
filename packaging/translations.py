"""Brings the translations of the window up to date.

    python packaging/translations.py            new strings into every catalogue, then compile
    python packaging/translations.py --check    change nothing; status 1 if anything is missing

Catalogues are resources/translations/workbench_<language>.ts; Qt Linguist edits them, and so does
any editor. The window reads the .qm files, which are compiled beside them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import catalogue
from translated_strings import Found, data_phrases, phrases_of, project_modules

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"


def found_phrases() -> Found:
    """Return everything in the project that is to be translated."""
    sys.path.insert(0, str(ROOT))  # for the engine, whose words are among it
    return phrases_of(project_modules(ROOT), data_phrases(ROOT))


def catalogue_files() -> list[Path]:
    """Return the catalogues of all languages."""
    return sorted(FOLDER.glob("workbench_*.ts"))


def problems(path: Path, found: Found) -> list[str]:
    """Return what is missing, left over or wrong in a catalogue."""
    known = catalogue.read(path)
    missing = [f"not in the catalogue: {each}" for each in found.places if each not in known]
    left_over = [f"not in the code any more: {each}" for each in known if each not in found.places]
    open_ones = [f"not translated: {each}" for each, words in known.items() if not words]
    return [*found.faults, *missing, *left_over, *open_ones, *catalogue.faults(known)]


def update(path: Path, found: Found) -> int:
    """Take new strings into a catalogue and old ones out; return how many are not translated."""
    translations = catalogue.merged(catalogue.read(path), found.places)
    catalogue.write(path, translations, path.stem.removeprefix("workbench_"))
    compile_catalogue(path)
    return sum(not words for words in translations.values())


def compile_catalogue(path: Path) -> Path:
    """Write the .qm file of a catalogue, with the lrelease that comes with PySide6."""
    import PySide6

    folder = Path(PySide6.__file__).parent
    [tool] = [each for each in folder.glob("lrelease*") if each.suffix in ("", ".exe")]
    compiled = path.with_suffix(".qm")
    command = [str(tool), "-silent", "-removeidentical", str(path), "-qm", str(compiled)]
    subprocess.run(command, check=True)
    return compiled


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, say what is missing")
    check = parser.parse_args().check
    found, status = found_phrases(), 0
    for path in catalogue_files():
        if check:
            wrong = problems(path, found)
            sys.stdout.write("".join(f"{path.name}: {each}\n" for each in wrong))
            status = max(status, int(bool(wrong)))
        else:
            n_open = update(path, found)
            sys.stdout.write(f"{path.name}: {len(found.places)} strings, {n_open} open\n")
    sys.stdout.write("".join(f"{fault}\n" for fault in found.faults) if not check else "")
    return status


if __name__ == "__main__":
    sys.exit(main())
