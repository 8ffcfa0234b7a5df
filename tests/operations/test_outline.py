"""Trees of sections: numbering, ranges, folding."""

from hypothesis import given
from hypothesis import strategies as st

from engine.documents import Heading
from engine.models import OutlineNode, Place, PlaceMark
from engine.operations.outline import MAX_NODES, _cut, _depth_that_fits, _expanded, build_tree

HEADINGS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 50)), max_size=20).map(
    lambda rows: [Heading(level=level, title="t", line=line) for level, line in sorted(rows, key=lambda row: row[1])]
)


def flat(nodes: tuple[OutlineNode, ...]) -> list[OutlineNode]:
    return [found for node in nodes for found in (node, *flat(node.children))]


@given(HEADINGS)
def test_every_heading_is_a_node_and_children_lie_inside(headings: list[Heading]) -> None:
    tree = build_tree(headings, 50, ())
    nodes = flat(tree)
    assert [(node.level, node.start_line) for node in nodes] == [(h.level, h.line) for h in headings]
    for node in nodes:
        assert node.start_line <= node.end_line <= 50
        for number, child in enumerate(node.children, start=1):
            assert child.id == f"{node.id}.{number}"
            assert child.level > node.level
            assert child.end_line <= node.end_line


@given(HEADINGS)
def test_a_section_ends_before_the_next_that_is_not_below_it(headings: list[Heading]) -> None:
    nodes = flat(build_tree(headings, 50, ()))
    for index, node in enumerate(nodes):
        after = next((h.line for h in headings[index + 1 :] if h.level <= node.level), 51)
        inside = [node.start_line, *(child.end_line for child in node.children)]
        assert node.end_line == max(*inside, after - 1)


def test_a_level_that_is_left_out_nests_all_the_same() -> None:
    tree = build_tree([Heading(level=1, title="a", line=1), Heading(level=3, title="b", line=2)], 3, ())
    assert [(node.id, node.level) for node in flat(tree)] == [("1", 1), ("1.1", 3)]


def test_nodes_know_their_place() -> None:
    places = (PlaceMark(line=1, place=Place(page=1)), PlaceMark(line=4, place=Place(page=2)))
    tree = build_tree([Heading(level=1, title="a", line=3), Heading(level=1, title="b", line=4)], 9, places)
    assert [node.place for node in tree] == [Place(page=1), Place(page=2)]


def wide(top: int, below: int) -> tuple[OutlineNode, ...]:
    headings = [Heading(level=level, title="t", line=1) for _ in range(top) for level in [1] + [2] * below]
    return build_tree(headings, 1, ())


def test_the_deepest_levels_fold_beyond_the_limit() -> None:
    nodes = wide(10, MAX_NODES // 10)
    depth = _depth_that_fits(nodes)
    assert depth == 1
    assert [_cut(node, depth).folded for node in nodes] == [MAX_NODES // 10] * 10


def test_up_to_the_limit_nothing_folds() -> None:
    nodes = wide(10, MAX_NODES // 10 - 1)
    assert _depth_that_fits(nodes) == 2
    assert [_cut(node, 2) for node in nodes] == list(nodes)


def test_the_top_level_is_always_shown() -> None:
    assert _depth_that_fits(wide(MAX_NODES + 5, 0)) == 1


def test_expanding_shows_the_way_and_the_whole_subtree() -> None:
    headings = [Heading(level=level, title="t", line=1) for level in (1, 2, 3, 2, 1, 2)]
    shown = [_expanded(node, ["1.1"]) for node in build_tree(headings, 1, ())]
    assert [(node.id, node.folded) for node in flat(tuple(shown))] == [
        ("1", 0),
        ("1.1", 0),
        ("1.1.1", 0),
        ("1.2", 0),
        ("2", 1),
    ]
