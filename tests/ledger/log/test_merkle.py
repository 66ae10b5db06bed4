"""The tree and its proofs against published vectors, the definition, and another program."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from domino_ledger.ledger.log.merkle import (
    EMPTY,
    GrowingTree,
    consistency_proof,
    hash_of,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    root_from,
    root_of,
)
from tests.lanes import examples

from .trees import entries, subtree_of, tree_hash

PUBLISHED = (
    ("", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ("00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ("10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    ("2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ("3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    ("40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    ("5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    (
        "606162636465666768696a6b6c6d6e6f",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ),
)
"""Entries, each with the root after it: the test data of Certificate Transparency."""
MOST = 40
ALL = entries(MOST)
SIZES = st.integers(1, MOST)


def test_the_published_roots() -> None:
    tree = GrowingTree()
    assert tree.root == EMPTY == root_of(subtree_of([]), 0)
    before: list[bytes] = []
    for entry, root in PUBLISHED:
        before.append(bytes.fromhex(entry))
        tree.add(leaf_hash(before[-1]))
        assert tree.root.hex() == root_of(subtree_of(before), len(before)).hex() == root


def test_a_growing_tree_has_the_root_of_the_definition() -> None:
    many, tree = entries(1100), GrowingTree()
    for size, entry in enumerate(many, 1):
        tree.add(leaf_hash(entry))
        if size in {255, 256, 257, 512, 770, 1024, 1100}:
            assert tree.root == tree_hash(many[:size]) == hash_of(list(map(leaf_hash, many[:size])))
    assert tree.size == len(many)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13, MOST])
def test_another_program_makes_the_same_proofs(size: int) -> None:
    other = InmemoryTree(algorithm="sha256")
    for entry in ALL[:size]:
        other.append_entry(entry)
    subtree = subtree_of(ALL)
    assert other.get_state(size) == root_of(subtree, size)
    for index in range(size):
        leaf, *beside = other.prove_inclusion(index + 1, size).serialize()["path"]
        assert leaf == leaf_hash(ALL[index]).hex()
        assert [each.hex() for each in inclusion_proof(subtree, index, size)] == beside


@given(st.data(), SIZES)
@settings(max_examples=examples(100))
def test_an_inclusion_proof_holds_for_its_leaf_and_place_alone(
    data: st.DataObject, size: int
) -> None:
    index = data.draw(st.integers(0, size - 1))
    subtree, leaf = subtree_of(ALL), leaf_hash(ALL[index])
    root, proof = root_of(subtree, size), inclusion_proof(subtree, index, size)
    assert root_from(leaf, index, size, proof) == root
    other = data.draw(st.integers(-1, size + 1).filter(lambda at: at != index))
    assert root_from(leaf, other, size, proof) != root
    assert root_from(leaf_hash(b""), index, size, proof) != root
    assert root_from(leaf, index, size, [*proof, EMPTY]) is None
    if proof:
        assert root_from(leaf, index, size, proof[:-1]) != root
        changed = data.draw(st.integers(0, len(proof) - 1))
        assert (
            root_from(leaf, index, size, [*proof[:changed], EMPTY, *proof[changed + 1 :]]) != root
        )


@given(st.data(), SIZES)
@settings(max_examples=examples(100))
def test_a_consistency_proof_holds_for_its_trees_alone(data: st.DataObject, new: int) -> None:
    old = data.draw(st.integers(0, new))
    subtree = subtree_of(ALL)
    roots, proof = (
        (root_of(subtree, old), root_of(subtree, new)),
        consistency_proof(subtree, old, new),
    )
    assert is_consistent(old, roots[0], new, roots[1], proof)
    assert not is_consistent(old, roots[0], new, roots[1], [*proof, EMPTY])
    assert not is_consistent(old, leaf_hash(b""), new, roots[1], proof)
    assert not is_consistent(new + 1, roots[0], new, roots[1], proof)
    if old:
        assert not is_consistent(old, roots[0], new, leaf_hash(b""), proof)
    if proof:
        changed = data.draw(st.integers(0, len(proof) - 1))
        assert not is_consistent(old, roots[0], new, roots[1], proof[:-1])
        others = [*proof[:changed], leaf_hash(b""), *proof[changed + 1 :]]
        assert not is_consistent(old, roots[0], new, roots[1], others)
