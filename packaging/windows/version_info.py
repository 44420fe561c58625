"""Write version_info.txt, which Windows shows in the properties of both programs. Not tried yet."""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1])]

TEMPLATE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004,
                    fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("FileDescription", "Tokenizer Workbench"),
      StringStruct("ProductName", "Tokenizer Workbench"),
      StringStruct("CompanyName", "The Tokenizer Workbench developers"),
      StringStruct("LegalCopyright", "MIT licence; see THIRD-PARTY-LICENCES.txt"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""


def version_info(version: str) -> str:
    """The file for a version such as "0.1.0"; Windows wants four numbers."""
    found = [int(number) for number in re.findall(r"\d+", version)[:4]]
    return TEMPLATE.format(numbers=tuple([*found, 0, 0, 0, 0][:4]), version=version)


if __name__ == "__main__":
    from workbench import __version__

    (HERE / "version_info.txt").write_text(version_info(__version__), "utf-8")
