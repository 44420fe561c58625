"""Kernels from the disk are loaded without what only compiling needs; others lose nothing."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.encoding.token_table import BYTE_TO_CHARACTER

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[3]

ENCODE = (
    "from engine import Tokenizer\n"
    "tokenizer = Tokenizer([(108, 111), (256, 119)])\n"
    "assert tokenizer.encode('low') == [257]\n"
)
REGISTRIES = (
    "from numba.core.registry import cpu_target\n"
    "registries = len(cpu_target.target_context._registries)\n"
)
OTHERS_FUNCTION = (
    "import numba\n"
    "@numba.njit\n"
    "def of_others(first, second): return first ** 0.5 + len([second, first])\n"
    "assert of_others(4.0, 1.0) == 4.0\n"
)
MANY_REGISTRIES_USED = (
    "import numba\n"
    "@numba.njit\n"
    "def of_others(first, second):\n"
    "    total = 0.0\n"
    "    for value in sorted([first, second, first]): total += value ** 0.5\n"
    "    return total + 0 * hash('text')\n"
    "assert of_others(4.0, 1.0) == 5.0\n"
)
SYMBOLS = """
import json, pickle, sys
import llvmlite.binding as llvm
from numba.core.registry import cpu_target
from engine.compiled.kernel_cache import import_kernels, kernel_cache_folder, registered_kernels

codegen = cpu_target.target_context.codegen()
import_kernels()
unknown, n_symbols, n_files, data = set(), 0, 0, set()
for file in kernel_cache_folder().glob("*.nbc"):
    shared, content = pickle.loads(file.read_bytes())
    for needed, function, types in shared:
        getattr(sys.modules[needed], function).compile(types)
    _name, kind, (_machine_code, bitcode) = content[0]
    assert kind == "object", (file, kind)
    module = llvm.parse_bitcode(bitcode)
    instructions = [each for called in module.functions for block in called.blocks
                    for each in block.instructions]
    assert len(instructions) in {1, 2}, (file, "has code that only LLVM reads")
    n_files += 1
    data |= {each.name for each in module.global_variables}
    for symbol in (*module.functions, *module.global_variables):
        if symbol.is_declaration and not symbol.name.startswith("llvm."):
            n_symbols += 1
            if not llvm.address_of_symbol(symbol.name):
                if not codegen._engine.is_symbol_defined(symbol.name):
                    unknown.add(symbol.name)
assert data, "no kernel refers to data outside"
print(json.dumps([n_files, len(registered_kernels()), n_symbols, registries, sorted(unknown)]))
"""


def run_child(kernels: Path, program: str, *paths: Path) -> str:
    """What a program prints that uses these kernels; `paths` are searched for modules first."""
    environment = os.environ | {"TOKENIZER_WORKBENCH_KERNEL_CACHE": str(kernels)}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (*paths, PROJECT)))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment, cwd=PROJECT, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def extension(tmp_path) -> Path:
    """A folder with an installed package that extends Numba, as awkward does."""
    folder = tmp_path / "site"
    facts = folder / "slow_arrays-1.0.dist-info"
    facts.mkdir(parents=True)
    facts.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: slow-arrays\nVersion: 1\n")
    facts.joinpath("entry_points.txt").write_text("[numba_extensions]\ninit = slow_arrays:init\n")
    folder.joinpath("slow_arrays.py").write_text(
        "from numba.core import types\n"
        "from numba.extending import overload, typeof_impl\n"
        "calls = 0\n"
        "class Slow: pass\n"
        "def double(value): return 2 * value\n"
        "def init():\n"
        "    global calls\n"
        "    calls += 1\n"
        "    @overload(double)\n"
        "    def doubled(value): return lambda value: value + value\n"
    )
    return folder


UNUSED = (
    "yaml",
    "regex",
    "engine.splitting.stable_expression",
    "engine.formats.writing.merge_checks",
    "engine.formats.oniguruma",
    "pickletools",
    "numpy.ma",
    "numba.np.arrayobj",
)


@pytest.mark.parametrize("file", ["x.tiktoken", "vocab.json", "tokenizer.json"])
def test_the_first_encoding_imports_nothing_that_it_does_not_use(compiled_kernels, tmp_path, file):
    characters = [BYTE_TO_CHARACTER[byte] for byte in range(256)]
    ids = {character: number for number, character in enumerate(characters)} | {"lo": 256}
    (tmp_path / "vocab.json").write_text(json.dumps(ids))
    (tmp_path / "merges.txt").write_text("l o\n")
    model = {"type": "BPE", "vocab": ids, "merges": ["l o"]}
    splits = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    whole = {"model": model, "pre_tokenizer": splits}
    if file == "tokenizer.json":
        (tmp_path / file).write_text(json.dumps(whole))
    ranks = [*(bytes([byte]) for byte in range(256)), b"lo"]
    lines = (base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(ranks))
    (tmp_path / "x.tiktoken").write_bytes(b"".join(lines))
    program = (
        "import sys\n"
        "from engine import Tokenizer\n"
        f"pattern = None if {file == 'tokenizer.json'} else 'gpt2'\n"
        f"tokenizer = Tokenizer.load({str(tmp_path / file)!r}, pattern=pattern)\n"
        "assert tokenizer.encode('low') == [256, 119]\n"
        "assert tokenizer.encode('lo' * 5000) == [256] * 5000\n"  # needs arrays of its own
        "from numba.core.runtime import rtsys\n"
        "assert not rtsys._init, 'Numba compiled its runtime'\n"
        f"print([name for name in {UNUSED} if name in sys.modules])\n"
        "import yaml\n"
    )
    assert run_child(compiled_kernels, program) == "[]\n"


def test_numbas_own_settings_are_read_as_ever(compiled_kernels, tmp_path):
    (tmp_path / ".numba_config.yaml").write_text("num_threads: 1\n")
    program = (
        f"import os; os.chdir({str(tmp_path)!r})\n"
        + ENCODE
        + "import numba; print(numba.config.NUMBA_NUM_THREADS)"
    )
    assert run_child(compiled_kernels, program) == "1\n"


def test_extensions_of_numba_are_not_imported_for_our_kernels(compiled_kernels, extension):
    program = ENCODE + "import sys; print('slow_arrays' in sys.modules)"
    assert run_child(compiled_kernels, program, extension) == "False\n"


def test_other_code_has_its_extensions_after_our_kernels(compiled_kernels, extension):
    """`double` compiles only where the extension was initialised."""
    program = ENCODE + (
        "import numba, slow_arrays\n"
        "assert slow_arrays.calls == 0\n"
        "@numba.njit\n"
        "def of_others(value): return slow_arrays_double(value)\n"
        "of_others.py_func.__globals__['slow_arrays_double'] = slow_arrays.double\n"
        "assert of_others(21) == 42\n"
        "assert tokenizer.encode('lower') == [257, 101, 114]\n"
        "print(slow_arrays.calls)"
    )
    assert run_child(compiled_kernels, program, extension) == "1\n"


def test_other_code_that_came_first_keeps_its_extensions(compiled_kernels, extension):
    program = OTHERS_FUNCTION + ENCODE + "import slow_arrays; print(slow_arrays.calls)"
    assert run_child(compiled_kernels, program, extension) == "1\n"


def test_a_kernel_that_is_compiled_works_beside_extensions(tmp_path, extension):
    program = (
        "from engine.text.utf8 import first_characters\n"
        "print(len(first_characters('naïve words'.encode(), 4)))\n"
        + OTHERS_FUNCTION
        + "import slow_arrays; print(slow_arrays.calls)"
    )
    assert run_child(tmp_path / "kernels", program, extension) == "5\n1\n"


def test_kernels_from_the_disk_need_no_registries_and_other_functions_fill_them(compiled_kernels):
    program = ENCODE + REGISTRIES + "print(registries)\n" + MANY_REGISTRIES_USED + REGISTRIES + (
        "print(registries > 5)\n"
        "assert tokenizer.encode_batch(['low', 'lower'])[1].tolist() == [257, 101, 114]\n"
    )  # fmt: skip
    assert run_child(compiled_kernels, program) == "0\nTrue\n"


def test_all_that_machine_code_calls_is_known_without_registries(compiled_kernels):
    """LLVM ends the process over a symbol that it cannot find, so none may be left to luck."""
    said = run_child(compiled_kernels, ENCODE + REGISTRIES + SYMBOLS)
    n_files, n_kernels, n_symbols, registries, unknown = json.loads(said)
    assert n_files >= n_kernels > 50
    assert n_symbols > n_files
    assert (registries, unknown) == (0, [])


def test_a_numba_that_loads_otherwise_is_left_to_load(compiled_kernels):
    """Nothing is compiled again: what our shortcut cannot do, Numba does in its own way."""
    program = (
        "from numba.core import caching\n"
        "class Changed(caching.FunctionCache):\n"
        "    def load_overload(self, sig, target_context):\n"
        "        target_context.refresh()\n"
        "        return caching.Cache._load_overload(self, sig, target_context)\n"
        "    def _load_overload(self, *arguments): raise AttributeError('moved')\n"
        "caching.FunctionCache = Changed\n"
        "from engine.encoding import _encoding_kernels\n"
        + ENCODE
        + REGISTRIES
        + "used = _encoding_kernels.encode_documents.stats\n"
        + "print(registries > 5, sum(used.cache_hits.values()), len(used.cache_misses))"
    )
    assert run_child(compiled_kernels, program) == "True 1 0\n"


def test_the_second_training_loads_nothing_that_the_first_had_not(compiled_kernels):
    program = (
        "import json, sys\n"
        "from engine import Corpus, TrainingConfig, train_tokenizer\n"
        "from engine.compiled.kernel_cache import registered_kernels\n"
        "def loaded():\n"
        "    kernels = [k.py_func.__name__ for k in registered_kernels() if k.overloads]\n"
        "    return [sorted(kernels), sorted(sys.modules)]\n"
        "states, hashes = [loaded()], set()\n"
        "for _ in range(2):\n"
        "    text = 'low lower lowest newer newest wider ' * 40\n"
        "    made = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(300))\n"
        "    hashes.add(made.semantic_hash)\n"
        "    states.append(loaded())\n"
        "assert len(hashes) == 1\n"
        "before, first, second = states\n"
        "assert before[0] == [] and first[0] and first[1]\n"
        "print(json.dumps([first == second, sorted(set(first[1]) - set(before[1]))]))"
    )
    is_same, imported = json.loads(run_child(compiled_kernels, program))
    assert is_same
    heavy = ("regex", "numba.np.linalg", "numba.typed", "sqlalchemy")
    assert not [name for name in imported if name.startswith(heavy)]


HALVES = """
from engine.compiled import kernel, shared_kernel

@shared_kernel
def halved(values, at):
    values[at] >>= 1
    return values[at]

@kernel
def sum_of_halves(values):
    total = 0
    for at in range(values.shape[0]):
        total += halved(values, at)
    return total

@kernel
def first_half(values):
    return halved(values, 0)
"""

HALVES_USED = """
import json
import numpy as np
from halves import first_half, halved, sum_of_halves

values = np.array([6, 10], np.int64)
print(json.dumps([int(sum_of_halves(values)), int(first_half(values)), values.tolist()]))
print(len(halved.overloads))
"""

HALVES_COMPILED = (
    HALVES_USED
    + """
from engine.compiled.kernel_compiler import shared_by

for each in (sum_of_halves, first_half):
    (caller,) = each.overloads.values()
    assert [(module, name) for module, name, _types in shared_by(caller)] == [("halves", "halved")]
    functions = caller.library._final_module.functions
    assert not [f.name for f in functions if "halved" in f.name and not f.is_declaration]
"""
)


def test_a_shared_kernel_is_one_machine_code_for_all_that_call_it(tmp_path):
    """Compiled, then loaded from the disk, then with its own file lost."""
    (tmp_path / "halves.py").write_text(HALVES)
    kernels, said = tmp_path / "kernels", "[8, 1, [1, 5]]\n1\n"
    assert run_child(kernels, HALVES_COMPILED, tmp_path) == said
    assert run_child(kernels, HALVES_USED, tmp_path) == said
    lost = list(kernels.rglob("*halves.halved*.nb?"))
    assert len(lost) > 1
    for file in lost:
        file.unlink()
    assert run_child(kernels, HALVES_USED, tmp_path) == said
