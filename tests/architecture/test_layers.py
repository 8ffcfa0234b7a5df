"""Imports go one way, and heavy ones only where they are used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Room -> the rooms it may import; `engine.values` is open to all. An edge that is not here is a mistake.
ALLOWED = {
    "engine.values": set(),
    "engine.models": {"engine.values"},
    "engine.errors": {"engine.models"},
    "engine.text": {"engine.documents", "engine.errors"},
    "engine.documents": {"engine.models"},
    "engine.requests": {"engine.errors", "engine.models", "engine.text"},
    "engine.store": {"engine.documents", "engine.errors", "engine.models", "engine.requests", "engine.text"},
    "engine.config": {"engine.errors", "engine.store"},
    "engine.extract": {"engine.config", "engine.documents", "engine.models", "engine.text"},
    "engine.ingest": {
        "engine.config", "engine.documents", "engine.errors", "engine.extract", "engine.models", "engine.requests",
        "engine.store", "engine.text",
    },
    "engine.operations": {
        "engine.config", "engine.documents", "engine.errors", "engine.extract", "engine.models", "engine.requests",
        "engine.store", "engine.text",
    },
    "engine.service": {
        "engine.config", "engine.errors", "engine.ingest", "engine.models", "engine.operations", "engine.requests",
        "engine.store",
    },
    "engine.resident": {
        "engine.config", "engine.models", "engine.operations", "engine.requests", "engine.service", "engine.store",
    },
    "engine": {"engine.errors", "engine.models", "engine.requests", "engine.service"},
    "renderers": {"engine.errors", "engine.models"},
    "linkly_cli": {
        "engine.config", "engine.errors", "engine.models", "engine.requests", "engine.resident", "engine.service",
        "engine.store", "engine.text", "renderers",
    },
}  # fmt: skip
OURS = ("engine", "renderers", "linkly_cli")


def modules() -> dict[str, Path]:
    found = {}
    for package in OURS:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room(module: str) -> str:
    """The row of the table a module belongs to."""
    parts = module.split(".")
    return parts[0] if parts[0] != "engine" or len(parts) == 1 else ".".join(parts[:2])


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module in OURS:
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
            else:
                found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.split(".")[0] in OURS}


def test_the_table_has_no_circles() -> None:
    left = dict(ALLOWED)
    while left:
        free = [name for name, targets in left.items() if not targets & left.keys()]
        assert free, f"these import one another: {sorted(left)}"
        for name in free:
            del left[name]


@pytest.mark.parametrize("module", sorted(modules()))
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    here = room(module)
    foreign = {room(name) for name in imports(modules()[module])} - {here, "engine.values"}
    assert foreign <= ALLOWED[here], f"{module}: {sorted(foreign - ALLOWED[here])}"


FORBIDDEN = {
    ("os", "environ"), ("os", "getenv"), ("sys", "stdout"), ("sys", "stdin"), ("sys", "stderr"), ("time", "time"),
    ("datetime", "now"), ("date", "today"), ("Path", "home"), ("Path", "cwd"), ("os", "getcwd"),
}  # fmt: skip
PIPES = "engine.extract.worker"  # the other end of a pipe is its standard input and output


@pytest.mark.parametrize(
    "module", sorted(name for name in modules() if not name.startswith("linkly_cli") and name != PIPES)
)
def test_below_the_command_line_nothing_asks_the_process(module: str) -> None:
    tree = ast.parse(modules()[module].read_text("utf-8"))
    used = {
        (n.value.id, n.attr) for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)
    }
    assert not used & FORBIDDEN


HEAVY = (
    "numpy whoosh pypdf pypdfium2 docx2python pptx ebooklib html2text lxml charset_normalizer fastembed "
    "onnxruntime tokenizers mcp mcp_types httpx httpx2 anyio asyncio starlette uvicorn http.client rapidocr "
    "snowballstemmer pydantic rich.progress importlib.metadata"
).split()
READERS = [
    ["--help"],
    ["read", "1"],
    ["grep", "a", "1"],
    ["outline", "1"],
    ["find-paths", "--patterns", "a"],
    ["list-libraries"],
]


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lazy")
    (folder / "docs").mkdir()
    (folder / "docs" / "a.md").write_text("# A\n\na word\n", "utf-8")
    subprocess.run(
        [sys.executable, "-m", "linkly_cli", "--data-dir", folder / "data", "index", folder / "docs"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder / "data"


def run_and_list_modules(data_dir: Path, arguments: list[str]) -> tuple[int, set[str]]:
    script = (
        "import sys; sys.argv[0] = 'linkly'; from linkly_cli.main import main; status = main();"
        "sys.stderr.write('\\n'.join(sys.modules)); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--data-dir", str(data_dir), *arguments],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    return done.returncode, set(done.stderr.splitlines())


@pytest.mark.parametrize("arguments", READERS, ids=lambda arguments: arguments[0])
def test_reading_commands_load_nothing_heavy(indexed: Path, arguments: list[str]) -> None:
    status, loaded = run_and_list_modules(indexed, arguments)
    assert status == 0, loaded
    assert not loaded & set(HEAVY)


def test_asking_another_machine_loads_no_more_than_a_connection_takes(indexed: Path) -> None:
    status, loaded = run_and_list_modules(indexed, ["read", "1", "--endpoint", "http://127.0.0.1:1"])
    assert status == 1
    assert loaded & set(HEAVY) <= {"http.client", "importlib.metadata"}
