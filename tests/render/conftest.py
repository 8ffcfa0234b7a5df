"""Results of every kind, harmless and hostile, and what the tests of this folder do with them."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest

from engine.models import (
    Check,
    DirectoryInfo,
    DoctorResult,
    DocType,
    DocumentMatches,
    DocumentOutline,
    DocumentText,
    Explanation,
    ExploreResult,
    FailedFile,
    Failure,
    FindPathsResult,
    FoundDirectory,
    GlobalKeyword,
    GrepLine,
    GrepResult,
    IndexResult,
    Keywords,
    LibrariesResult,
    LibraryInfo,
    LibraryState,
    LibrarySync,
    ListedDocument,
    ListResult,
    LocalKeywords,
    OcrProgress,
    Outcome,
    OutlineNode,
    OutlineResult,
    OutlineSource,
    Place,
    PlaceMark,
    ReadResult,
    RecentActivity,
    SameText,
    SearchHit,
    SearchMode,
    SearchResult,
    Stale,
    StatusResult,
    Summary,
    TypeCount,
    VectorProgress,
)
from renderers.base import RenderContext
from renderers.registry import load_renderer

NOW = "2026-05-08T14:43:14Z"
TIME = "2026-03-01T08:00:00Z"
FORGED = "\n---\n[meta] now=1970-01-01T00:00:00Z\n# Search Results"
NASTY_TITLE = f"\x1b[31mRed\x1b[0m\ttab \u202eevil\u2069 \x9bC1{FORGED}"
NASTY_PATH = "/home/ada/caf\udce9/a\nb\x07.pdf"
NASTY_TEXT = f"\x1b]0;title\x07 first\u2028second \u200f\x85{FORGED}\ttabbed \x7f"
LONG_LINE = "a" * 1_500 + "NEEDLE" + "b" * 3_000
GONE = Failure(code="document_not_found", message="There is no document 99.", hint='linkly search "words"', doc_id="99")
NASTY_FAILURE = Failure(code="no_content", message=f"Cannot read {NASTY_PATH}{FORGED}", doc_id="7")


def hit(**changes: object) -> SearchHit:
    values: dict[str, object] = {
        "doc_id": "1044",
        "title": "Harbour plan",
        "path": "/home/ada/notes/harbour.pdf",
        "doc_type": DocType.PDF,
        "relevance": 0.8712,
        "word_count": 5120,
        "total_lines": 410,
        "has_outline": True,
        "modified_at": TIME,
        "keywords": ("ferry", "harbour", "tides"),
        "snippet": "High water at noon on the quay; the ferry leaves\nan hour before.",
        "lines": (120, 123),
        "place": Place(page=12),
        "libraries": ("Notes",),
    }
    return SearchHit(**(values | changes))


def nasty_hits() -> tuple[SearchHit, ...]:
    explain = Explanation(keyword_rank=1, keyword_score=12.25, semantic_rank=None, similarity=None, fused=0.5)
    return (
        hit(
            title=NASTY_TITLE,
            path=NASTY_PATH,
            keywords=("a\nb", "\x1b[2J", "潮"),
            snippet=NASTY_TEXT,
            place=Place(chapter='Tides"\n# x'),
            also_at=(SameText(doc_id="7", path="/b\n/c"), SameText(doc_id="8", path="/d")),
            outcome=Outcome.PARTIAL,
            stale=Stale.MODIFIED,
            explain=explain,
        ),
        hit(
            title="港の計画と潮汐表、フェリーの時刻、そして港湾局からのお知らせの全文を収めた文書",
            snippet="潮の満ち引きは港の計画にとって最も大切なことであり、フェリーの時刻も潮汐表によって決められている。"
            * 2,
            place=Place(slide=4),
            has_outline=False,
            keywords=(),
            explain=Explanation(keyword_rank=None, keyword_score=None, semantic_rank=2, similarity=0.61, fused=0.25),
        ),
        hit(title="Only a name", snippet=None, lines=None, place=None, word_count=0, outcome=Outcome.ENCRYPTED),
    )


def search(**changes: object) -> SearchResult:
    values: dict[str, object] = {"query": "tides", "mode": SearchMode.HYBRID, "total": 42, "results": (hit(),)}
    return SearchResult(**(values | changes))


def outline(**changes: object) -> DocumentOutline:
    leaf = OutlineNode(id="1.1.1", title="Spring tides", level=3, start_line=9, end_line=15, folded=12)
    child = OutlineNode(id="1.1", title="Background", level=2, start_line=5, end_line=15, children=(leaf,))
    nodes = (
        OutlineNode(id="1", title="Introduction", level=1, start_line=1, end_line=15, children=(child,)),
        OutlineNode(id="2", title="Method", level=1, start_line=16, end_line=410, place=Place(page=12)),
    )
    values: dict[str, object] = {
        "doc_id": "1044",
        "title": "Harbour plan",
        "author": "Ada",
        "path": "/home/ada/notes/harbour.pdf",
        "doc_type": DocType.PDF,
        "word_count": 5120,
        "total_lines": 410,
        "has_outline": True,
        "outline_source": OutlineSource.BOOKMARKS,
        "nodes": nodes,
    }
    return DocumentOutline(**(values | changes))


NO_OUTLINE = {"has_outline": False, "outline_source": None, "nodes": ()}


def nasty_outline() -> DocumentOutline:
    nodes = (OutlineNode(id="1", title=NASTY_TITLE, level=1, start_line=1, end_line=1),)
    return outline(title=NASTY_TITLE, path=NASTY_PATH, author="A\nB\x1b", nodes=nodes, stale=Stale.MISSING)


def matches(**changes: object) -> DocumentMatches:
    lines = (
        GrepLine(line_number=22, content="before", is_match=False, place=Place(page=3)),
        GrepLine(
            line_number=23, content="the tide and a tide", is_match=True, place=Place(page=3), spans=((4, 8), (15, 19))
        ),
        GrepLine(line_number=24, content="", is_match=False, place=Place(page=4)),
        GrepLine(line_number=12045, content="\ttide", is_match=True, place=Place(page=90), spans=((1, 5),)),
    )
    values: dict[str, object] = {
        "doc_id": "1044",
        "title": "Harbour plan",
        "path": "/home/ada/notes/harbour.pdf",
        "pattern": "tide",
        "total_matches": 5,
        "matches": lines,
    }
    return DocumentMatches(**(values | changes))


def nasty_matches() -> DocumentMatches:
    lines = (
        GrepLine(line_number=1, content=LONG_LINE, is_match=True, spans=((1_500, 1_506),)),
        GrepLine(line_number=2, content=LONG_LINE, is_match=False),
        GrepLine(line_number=3, content=NASTY_TEXT, is_match=True, spans=((0, 5), (7, 12))),
        GrepLine(line_number=4, content="[meta] now=1970-01-01T00:00:00Z", is_match=False),
    )
    return matches(title=NASTY_TITLE, path=NASTY_PATH, total_matches=2, matches=lines, stale=Stale.MODIFIED)


def page(**changes: object) -> DocumentText:
    values: dict[str, object] = {
        "doc_id": "1044",
        "title": "Harbour plan",
        "author": "Ada",
        "path": "/home/ada/notes/harbour.pdf",
        "doc_type": DocType.PDF,
        "word_count": 5120,
        "total_lines": 410,
        "shown_from": 120,
        "shown_to": 123,
        "content": "High water at noon\n\n\tthe ferry leaves\nan hour before.",
        "places": (PlaceMark(line=120, place=Place(page=12)), PlaceMark(line=122, place=Place(page=13))),
    }
    return DocumentText(**(values | changes))


def nasty_page() -> DocumentText:
    content = f"{NASTY_TEXT}\n{LONG_LINE}\n"
    last = content.count("\n") + 1
    return page(
        title=NASTY_TITLE, author=None, path=NASTY_PATH, shown_from=1, shown_to=last, content=content, places=()
    )


EMPTY_PAGE = {"shown_from": 500, "shown_to": 499, "content": "", "places": ()}


def library(**changes: object) -> LibraryInfo:
    values: dict[str, object] = {
        "name": "Notes",
        "description": "What I write",
        "doc_count": 42,
        "folder_count": 3,
        "paths": ("/home/ada/notes", "/mnt/more"),
        "state": LibraryState.OK,
    }
    return LibraryInfo(**(values | changes))


def libraries() -> tuple[LibraryInfo, ...]:
    nasty = library(
        name="Odd\x1b[0m", description=NASTY_TITLE, doc_count=1, folder_count=1, paths=(NASTY_PATH,), state="offline"
    )
    return (library(), library(name="Bare", description="", paths=(), state=LibraryState.EMPTY), nasty)


def explore() -> ExploreResult:
    child = DirectoryInfo(path="/home/ada/notes/2024", file_count=1, median_words=1, last_modified=TIME)
    folder = DirectoryInfo(
        path="/home/ada/notes", file_count=1200, median_words=900, last_modified=TIME, children=(child,)
    )
    nasty = DirectoryInfo(path=NASTY_PATH, file_count=2, median_words=0, last_modified=TIME)
    return ExploreResult(
        library="Notes",
        summary=Summary(
            documents=1202,
            words=90_000,
            with_outline=80,
            types=(TypeCount(doc_type=DocType.PDF, count=1200), TypeCount(doc_type=DocType.MD, count=2)),
        ),
        directories=(folder, nasty),
        keywords=Keywords(
            global_=(GlobalKeyword(keyword="tides", documents=40), GlobalKeyword(keyword="\x1b\n", documents=2)),
            local=(LocalKeywords(path=NASTY_PATH, keywords=("quay", "潮", "\u202e")),),
        ),
        recent=(RecentActivity(path=NASTY_PATH, file_count=1, last_modified=TIME),),
    )


def empty_explore() -> ExploreResult:
    summary = Summary(documents=0, words=0, with_outline=0, types=())
    return ExploreResult(summary=summary, directories=(), keywords=Keywords(global_=(), local=()), recent=())


def find_paths() -> FindPathsResult:
    directories = (
        FoundDirectory(path="/home/ada/notes", path_glob="/home/ada/notes", file_count=938),
        FoundDirectory(path="/home/ada/a*b\udcff\n", path_glob="/home/ada/a[*]b\udcff\n", file_count=1),
    )
    return FindPathsResult(total_files=2_940, truncated=True, directories=directories, total_directories=7)


def listed(**changes: object) -> ListedDocument:
    values: dict[str, object] = {
        "doc_id": "1044",
        "title": "Harbour plan",
        "path": "/home/ada/notes/harbour.pdf",
        "doc_type": DocType.PDF,
        "libraries": ("Notes", "Work"),
        "word_count": 5120,
        "total_lines": 410,
        "has_outline": True,
        "modified_at": TIME,
        "outcome": Outcome.OK,
    }
    return ListedDocument(**(values | changes))


def listing() -> ListResult:
    locked = listed(
        title=NASTY_TITLE, path=NASTY_PATH, libraries=(), has_outline=False, outcome=Outcome.ENCRYPTED, reason="no\nkey"
    )
    return ListResult(total=1_234, offset=50, limit=2, documents=(listed(), locked))


def failed(number: int) -> FailedFile:
    return FailedFile(path=f"/home/ada/{number}\udcff.pdf", outcome=Outcome.CORRUPT, reason="no\ntrailer")


def sync(**changes: object) -> LibrarySync:
    values: dict[str, object] = {
        "name": "Notes",
        "added": 3,
        "updated": 1,
        "moved": 0,
        "removed": 2,
        "unchanged": 1_200,
        "skipped": {"hidden": 4, "ignored": 1_002},
        "failed": (failed(1), FailedFile(path="/b.docx", outcome=Outcome.TIMEOUT, reason="60 s")),
        "seconds": 1.25,
        "notes": ("/mnt/more is missing; its documents were kept.\x1b",),
    }
    return LibrarySync(**(values | changes))


def first_sync() -> LibrarySync:
    return sync(unchanged=0, skipped={}, failed=(), notes=())


def status() -> StatusResult:
    return StatusResult(
        version="0.1.0",
        data_dir="/home/ada/.local/share/linkly\udcff",
        libraries=libraries(),
        documents=1_234,
        outcomes={"ok": 1_200, "corrupt": 34},
        failed=tuple(failed(number) for number in range(23)),
        vectors=VectorProgress(done=5_000, pending=20),
        ocr_pending=3,
        model="all-MiniLM-L6-v2",
        index_bytes=12_345_678,
        last_run=TIME,
        index_status="idle",
    )


def empty_status() -> StatusResult:
    return StatusResult(
        version="0.1.0",
        data_dir="/d",
        libraries=(),
        documents=0,
        outcomes={},
        vectors=VectorProgress(done=0, pending=0),
        ocr_pending=0,
        model="none",
        index_bytes=312,
        index_status="idle",
    )


def doctor() -> DoctorResult:
    checks = (
        Check(name="python", ok=True, detail="3.11.4"),
        Check(name="model", ok=False, detail="not found\n\x1b", advice="linkly model download all-MiniLM-L6-v2"),
    )
    return DoctorResult(checks=checks, issues=1)


SCANS = OcrProgress(done=2, pending=1, note="no \x1b engine")
NO_SCANS = OcrProgress(done=0, pending=0)
DONE = VectorProgress(done=5_000, pending=20)
# Each entry makes its result anew: the documents of grep and read can be iterated once.
SAMPLES = {
    "search": search,
    "search_single": lambda: search(total=1),
    "search_second_page": lambda: search(
        offset=20, relaxed=True, notes=("A bare date covers its first second.", "x\ny"), mode=SearchMode.KEYWORD
    ),
    "search_none": lambda: search(query='a "b"\n', total=0, results=(), notes=("Did you mean tides?", "x\n# y")),
    "search_past_end": lambda: search(offset=60, results=()),
    "search_nasty": lambda: search(query='Harbour 潮 "first" -second', total=3, results=nasty_hits()),
    "outline": lambda: OutlineResult(documents=(outline(),)),
    "outline_mixed": lambda: OutlineResult(
        documents=(GONE, nasty_outline(), outline(**NO_OUTLINE, author=None, no_outline_reason="no\nbookmarks"))
    ),
    "outline_all_failed": lambda: OutlineResult(documents=(GONE, NASTY_FAILURE)),
    "outline_no_ids": lambda: OutlineResult(documents=()),
    "grep": lambda: GrepResult("tide", iter((matches(),))),
    "grep_mixed": lambda: GrepResult(
        "ti`de\n", iter((GONE, nasty_matches(), NASTY_FAILURE, matches(total_matches=0, matches=())))
    ),
    "grep_count": lambda: GrepResult(
        "tide", iter((matches(matches=None, total_matches=1), GONE, matches(matches=None, total_matches=0)))
    ),
    "grep_all_failed": lambda: GrepResult("tide", iter((GONE, NASTY_FAILURE))),
    "grep_no_ids": lambda: GrepResult("tide", iter(())),
    "read": lambda: ReadResult(iter((page(),))),
    "read_mixed": lambda: ReadResult(iter((page(stale=Stale.MODIFIED), GONE, nasty_page(), page(**EMPTY_PAGE)))),
    "read_past_end": lambda: ReadResult(iter((page(**EMPTY_PAGE),))),
    "read_all_failed": lambda: ReadResult(iter((GONE, NASTY_FAILURE))),
    "read_no_ids": lambda: ReadResult(iter(())),
    "libraries": lambda: LibrariesResult(libraries=libraries()),
    "libraries_none": lambda: LibrariesResult(libraries=()),
    "explore": explore,
    "explore_empty": empty_explore,
    "find_paths": find_paths,
    "find_paths_whole": lambda: FindPathsResult(
        total_files=1, truncated=False, directories=(FoundDirectory(path="/a", path_glob="/a", file_count=1),)
    ),
    "find_paths_none": lambda: FindPathsResult(total_files=0, truncated=False, directories=()),
    "list": listing,
    "list_without_reason": lambda: ListResult(
        total=1, offset=0, limit=50, documents=(listed(outcome=Outcome.TIMEOUT),)
    ),
    "list_none": lambda: ListResult(total=0, offset=0, limit=50, documents=()),
    "list_past_end": lambda: ListResult(total=3, offset=50, limit=50, documents=()),
    "index": lambda: IndexResult(
        libraries=(sync(), sync(name="Odd\x1b", failed=(), notes=())), vectors=DONE, ocr=SCANS
    ),
    "index_first": lambda: IndexResult(libraries=(first_sync(),), vectors=DONE, ocr=NO_SCANS),
    "index_dry_run": lambda: IndexResult(libraries=(first_sync(),), vectors=DONE, ocr=NO_SCANS, dry_run=True),
    "index_interrupted": lambda: IndexResult(libraries=(first_sync(),), vectors=DONE, ocr=NO_SCANS, interrupted=True),
    "status": status,
    "status_empty": empty_status,
    "doctor": doctor,
    "doctor_no_issues": lambda: DoctorResult(checks=(Check(name="python", ok=True, detail="3.11.4"),), issues=0),
}


@pytest.fixture(params=sorted(SAMPLES))
def sample(request):
    """Name of a sample and a function that makes it."""
    return request.param, SAMPLES[request.param]


@pytest.fixture
def make():
    """A sample by its name."""
    return lambda name: SAMPLES[name]()


@pytest.fixture
def spell():
    """The output of a renderer as text."""

    def spell(format_name, result, **context):
        out = StringIO()
        load_renderer(format_name).render(result, RenderContext(now=NOW, **context), out)
        return out.getvalue()

    return spell


@pytest.fixture
def golden():
    """Compare a text with a file of goldens/; LINKLY_UPDATE_GOLDENS=1 writes the file instead."""

    def golden(name, text):
        path = Path(__file__).parent / "goldens" / name
        if os.environ.get("LINKLY_UPDATE_GOLDENS") == "1":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert text == path.read_bytes().decode()

    return golden


def _errors(schema, value, root, at="$"):
    """Where a JSON value breaks a schema, for the keywords that renderers.schema uses.

    `type` comes first among them, so that the others need not look at it.
    """
    if "$ref" in schema:
        return _errors(root["$defs"][schema["$ref"].rpartition("/")[2]], value, root, at)
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
    kinds |= {"array": list, "object": dict}
    found = []
    for keyword, rule in schema.items():
        match keyword:
            case "type":
                if not isinstance(value, kinds[rule]) or (isinstance(value, bool) and rule != "boolean"):
                    return [f"{at}: not {rule}"]
            case "const":
                found += [] if value == rule else [f"{at}: not {rule!r}"]
            case "enum":
                found += [] if value in rule else [f"{at}: not one of {rule}"]
            case "not":
                found += [f"{at}: is {value!r}"] if not _errors(rule, value, root, at) else []
            case "anyOf":
                tries = [_errors(option, value, root, at) for option in rule]
                found += [] if [] in tries else [f"{at}: no option fits: {tries}"]
            case "required":
                found += [f"{at}: no {key}" for key in rule if key not in value]
            case "properties":
                for key in rule.keys() & value.keys():
                    found += _errors(rule[key], value[key], root, f"{at}.{key}")
            case "additionalProperties":
                for key in value.keys() - schema.get("properties", {}).keys():
                    found += (
                        [f"{at}: unknown {key}"] if rule is False else _errors(rule, value[key], root, f"{at}.{key}")
                    )
            case "items":
                for index, item in enumerate(value):
                    found += _errors(rule, item, root, f"{at}[{index}]")
            case "prefixItems":
                for index, (shape, item) in enumerate(zip(rule, value, strict=False)):
                    found += _errors(shape, item, root, f"{at}[{index}]")
            case "minItems":
                found += [f"{at}: too short"] if len(value) < rule else []
            case "maxItems":
                found += [f"{at}: too long"] if len(value) > rule else []
            case "$schema" | "$defs":
                pass
            case _:
                raise AssertionError(f"the validator does not know {keyword}")
    return found


@pytest.fixture
def violations():
    """Where a JSON value breaks a schema of renderers.schema, as texts."""
    return lambda schema, value: _errors(schema, value, schema)
