"""Search by meaning through the whole program, with the packaged model."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store.embedders import QueryEmbedders
from engine.store.layout import Layout
from engine.store.semantic import SemanticIndex
from harness import Linkly

FILES = {
    "insurance.md": "# Car insurance\n\nThe policy covers theft of the vehicle and damage by hail.\n",
    "bread.md": "# Sourdough\n\nFeed the starter in the evening, knead the dough in the morning, and bake it hot.\n",
    "ferry.txt": "Departures from the quay: seven, noon and half past five. In fog nothing leaves.\n",
    "garden.html": "<html><body><h1>Tomatoes</h1><p>Water them at the root, never on the leaves.</p></body></html>",
    "python.md": "# Virtual environments\n\nCreate one for each project, so that packages never clash.\n",
    "harbour.md": "# Harbour dues\n\n"
    + "Boats pay by length. " * 90
    + "\n\n## Winter\n\nA boatman sleeps aboard in a storm.\n",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Linkly:
    root = tmp_path_factory.mktemp("meaning")
    for name, content in FILES.items():
        path = root / "shelf" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    linkly = Linkly(root / "data", root, vectors=True)
    assert linkly("index", "shelf").status == 0
    return linkly


def names(linkly: Linkly, *arguments: str) -> list[str]:
    return [Path(hit["path"]).name for hit in linkly("search", *arguments, "--json").json["results"]]


def test_a_document_is_found_by_what_it_means(shelf: Linkly) -> None:
    answer = shelf("search", "automobile coverage against burglary", "--json").json
    assert answer["mode"] == "hybrid"
    assert Path(answer["results"][0]["path"]).name == "insurance.md"


def test_keyword_mode_finds_words_only(shelf: Linkly) -> None:
    assert names(shelf, "automobile burglary", "--mode", "keyword") == []
    assert names(shelf, "automobile burglary", "--mode", "semantic") == ["insurance.md"]


def test_a_hit_by_meaning_shows_its_best_passage(shelf: Linkly) -> None:
    hit = shelf("search", "automobile burglary", "--json").json["results"][0]
    assert "covers theft" in hit["snippet"]
    page = shelf("read", hit["doc_id"], "--offset", str(hit["lines"][0]), "--limit", "1", "--json").json
    assert page["content"] == hit["snippet"].splitlines()[0]


def test_the_best_chunk_leads_where_no_word_occurs(shelf: Linkly) -> None:
    hit = shelf("search", "mariner spends the night on his vessel during bad weather", "--json").json["results"][0]
    assert Path(hit["path"]).name == "harbour.md"
    assert hit["lines"][0] >= 5
    assert "boatman" in hit["snippet"]


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "semantic"])
def test_nonsense_finds_nothing(shelf: Linkly, mode: str) -> None:
    answer = shelf("search", "qqzzxv", "--mode", mode, "--json")
    assert answer.status == 0
    assert (answer.json["mode"], answer.json["total"]) == (mode, 0)


@pytest.mark.parametrize("mode", ["hybrid", "semantic"])
def test_an_excluded_word_excludes(shelf: Linkly, mode: str) -> None:
    assert "insurance.md" in names(shelf, "automobile theft damage", "--mode", mode)
    assert "insurance.md" not in names(shelf, "automobile theft damage -hail", "--mode", mode)


def test_a_phrase_is_a_condition_in_every_mode(shelf: Linkly) -> None:
    for mode in ("hybrid", "semantic", "keyword"):
        assert names(shelf, '"theft of the vehicle"', "--mode", mode) == ["insurance.md"]
    assert names(shelf, '"starter in the evening" theft of a vehicle') == ["bread.md"]


def test_filters_hold_for_meaning(shelf: Linkly) -> None:
    query = ("how to look after vegetables", "--mode", "semantic")
    assert names(shelf, *query) == ["garden.html"]
    assert names(shelf, *query, "--type", "md") == []
    assert names(shelf, *query, "--type", "html") == ["garden.html"]
    assert names(shelf, *query, "--path-glob", "*bread*") == []
    assert names(shelf, *query, "--modified-after", "2025-01-01") == []


def test_an_empty_answer_says_which_filter_left_nothing(shelf: Linkly) -> None:
    notes = shelf("search", "sourdough starter", "--type", "pdf,html", "--library", "shelf", "--json").json["notes"]
    assert any("1 document passes the filters" in note and "without --type it finds 1" in note for note in notes)
    assert not any("without --library" in note for note in notes)


def test_explain_shows_both_rankings(shelf: Linkly) -> None:
    first, *_ = shelf("search", "hail damage to my automobile", "--explain", "--json").json["results"]
    explain = first["explain"]
    assert (explain["keyword_rank"], explain["semantic_rank"]) == (1, 1)
    assert 0.3 < explain["similarity"] <= 1
    assert explain["fused"] > 0
    only = shelf("search", "automobile burglary", "--explain", "--json").json["results"][0]["explain"]
    assert (only["keyword_rank"], only["keyword_score"]) == (None, None)
    assert only["semantic_rank"] == 1


def test_relevance_falls_along_the_answer(shelf: Linkly) -> None:
    hits = shelf("search", "boats in the water at noon", "--json").json["results"]
    assert len(hits) > 1
    relevances = [hit["relevance"] for hit in hits]
    assert relevances == sorted(relevances, reverse=True)
    assert all(0 < relevance <= 1 for relevance in relevances)


def test_status_and_doctor_speak_of_vectors(shelf: Linkly) -> None:
    status = shelf("status", "--json").json
    assert status["model"] == "all-MiniLM-L6-v2"
    assert (status["vectors"]["done"] >= len(FILES), status["vectors"]["pending"]) == (True, 0)
    checks = {check["name"]: check for check in shelf("doctor", "--json").json["checks"]}
    assert checks["vectors"]["ok"]
    assert checks["embedding model"] == {"name": "embedding model", "ok": True, "detail": "all-MiniLM-L6-v2"}


@pytest.fixture
def small(tmp_path: Path, write: Callable[..., Path]) -> Linkly:
    write("docs/insurance.md", FILES["insurance.md"])
    linkly = Linkly(tmp_path / "data", tmp_path, vectors=True)
    linkly("index", "docs")
    return linkly


def test_without_vectors_keywords_answer(tmp_path: Path, write: Callable[..., Path]) -> None:
    write("docs/insurance.md", FILES["insurance.md"])
    linkly = Linkly(tmp_path / "data", tmp_path)
    assert linkly("index", "docs", "--json").json["vectors"] == {
        "done": 0, "pending": 1, "note": "left out by --no-vectors",
    }  # fmt: skip
    hybrid = linkly("search", "theft", "--json").json
    assert (hybrid["mode"], hybrid["total"], hybrid.get("notes")) == ("keyword", 1, None)
    semantic = linkly("search", "theft", "--mode", "semantic", "--json").json
    assert (semantic["mode"], semantic["total"]) == ("keyword", 1)
    assert "linkly index" in semantic["notes"][0]


def test_damaged_vectors_are_told_of_and_mended(small: Linkly) -> None:
    path = small.data_dir / "vectors" / "vectors.bin"
    path.write_bytes(path.read_bytes()[:-1])
    answer = small("search", "theft", "--json").json
    assert (answer["mode"], answer["total"]) == ("keyword", 1)
    assert "are damaged" in answer["notes"][0]
    assert "are damaged" in small("status", "--json").json["vectors"]["note"]
    checks = {check["name"]: check for check in small("doctor", "--json").json["checks"]}
    assert (checks["vectors"]["ok"], checks["vectors"]["advice"]) == (False, "linkly index")
    small("index")
    assert small("search", "theft", "--json").json["mode"] == "hybrid"


def test_a_flipped_bit_is_found_by_doctor(small: Linkly) -> None:
    path = small.data_dir / "vectors" / "vectors.bin"
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    checks = {check["name"]: check for check in small("doctor", "--json").json["checks"]}
    assert (checks["vectors"]["ok"], checks["vectors"]["detail"]) == (False, "damaged")


def test_a_changed_document_is_found_by_its_new_meaning(small: Linkly, write: Callable[..., Path]) -> None:
    write("docs/insurance.md", "# Cooking\n\nA soup of leeks and potatoes.\n", modified=1_800_000_000)
    small("index")
    assert names(small, "vegetable broth recipe", "--mode", "semantic") == ["insurance.md"]
    assert names(small, "automobile burglary", "--mode", "semantic") == []


def test_a_document_is_not_found_by_what_it_said_before(small: Linkly, write: Callable[..., Path]) -> None:
    assert names(small, "automobile burglary") == ["insurance.md"]
    write("docs/insurance.md", "# Cooking\n\nA soup of leeks and potatoes.\n", modified=1_800_000_000)
    Linkly(small.data_dir, small.cwd)("index")
    assert names(small, "automobile burglary") == []
    assert names(small, "automobile burglary", "--mode", "semantic") == []


def test_an_emptied_document_has_no_meaning(small: Linkly, write: Callable[..., Path]) -> None:
    write("docs/insurance.md", "", modified=1_800_000_000)
    small("index")
    assert names(small, "automobile burglary") == []
    vectors = small("status", "--json").json["vectors"]
    assert (vectors["done"], vectors["pending"]) == (0, 0)


def test_a_moved_document_is_found_by_meaning_at_once(small: Linkly) -> None:
    (small.cwd / "docs/insurance.md").rename(small.cwd / "docs/other.md")
    Linkly(small.data_dir, small.cwd)("index")
    assert names(small, "automobile burglary", "--mode", "semantic") == ["other.md"]


def test_a_filter_does_not_change_what_counts_as_near(small: Linkly, write: Callable[..., Path]) -> None:
    write("docs/ekg.txt", "Nothing of interest.\n")
    write("docs/heart.md", "Electrocardiogram: heart rhythm of the patient recorded by the cardiologist.\n")
    small("index")
    everything = names(small, "ekg", "--mode", "semantic")
    assert names(small, "ekg", "--mode", "semantic", "--type", "md") == [
        name for name in everything if name.endswith(".md")
    ]
    assert "heart.md" in everything


def test_a_library_that_is_removed_takes_its_vectors_along(small: Linkly) -> None:
    path = small.data_dir / "vectors" / "vectors.bin"
    before = path.stat().st_size
    small("library", "remove", "docs")
    assert path.stat().st_size < before


@pytest.mark.parametrize("what", ["vectors/vectors.bin", "models"])
def test_a_folder_or_file_in_the_way_costs_meaning_and_nothing_else(small: Linkly, what: str) -> None:
    path = small.data_dir / what
    if path.is_dir():
        shutil.rmtree(path)
        path.write_bytes(b"")
    else:
        path.unlink()
        path.mkdir()
    (small.cwd / "docs/new.md").write_text("# New\n\nA fresh page.\n", "utf-8")
    ran = small("index", "--json")
    assert (ran.status, ran.json["libraries"][0]["added"]) == (0, 1)
    assert "then linkly index" in ran.json["vectors"]["note"]
    assert names(small, "fresh") == ["new.md"]


def test_words_nobody_knows_need_a_closer_passage(small: Linkly) -> None:
    semantic = SemanticIndex(Layout(small.data_dir), QueryEmbedders(Layout(small.data_dir).models))
    usual = semantic.search("theft", known=True).floor
    assert semantic.search("burglary", known=False).floor == usual
    assert semantic.search("qqzzxv", known=True).floor == usual
    assert semantic.search("qqzzxv", known=False).floor > usual + 0.1


def test_models(small: Linkly) -> None:
    models = small("model", "list", "--json").json["models"]
    assert models[0]["name"] == "all-MiniLM-L6-v2"
    assert [model["name"] for model in models if model["in_use"]] == ["all-MiniLM-L6-v2"]
    assert "all-MiniLM-L6-v2\ttrue\t384" in small("model", "list").out
    unknown = small("model", "use", "no/such")
    assert (unknown.status, "linkly model list" in unknown.err) == (2, True)
    assert small("model", "download", "packaged", "--json").json["model"] == "all-MiniLM-L6-v2"


def test_a_model_that_is_not_there_leaves_the_old_vectors_in_service(small: Linkly) -> None:
    used = small("model", "use", "BAAI/bge-small-en-v1.5")
    assert (used.status, used.out) == (0, "vectors.model = BAAI/bge-small-en-v1.5\n")
    ran = small("index", "--json")
    assert ran.status == 0
    assert "linkly model download BAAI/bge-small-en-v1.5" in ran.json["vectors"]["note"]
    assert names(small, "automobile burglary", "--mode", "semantic") == ["insurance.md"]


def test_vectors_can_be_switched_off(small: Linkly) -> None:
    small("model", "use", "off")
    assert small("index", "--json").json["vectors"]["note"] == "off: linkly model use packaged"
    assert small("search", "automobile burglary", "--json").json["mode"] == "keyword"
