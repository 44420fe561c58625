"""What an exported bundle says of its origin."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from engine.formats.writing.export import PROVENANCE_FILE


def provenance_of(bundle: Path) -> dict[str, Any]:
    with zipfile.ZipFile(bundle) as archive:
        return json.loads(archive.read(PROVENANCE_FILE))
