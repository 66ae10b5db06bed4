"""Mutants of a source file: one small change each, most of which a test should detect."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain
from typing import TypeAlias

Change: TypeAlias = tuple[ast.AST, str]
"""A node, and the source that takes its place."""

_OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


@dataclass(frozen=True)
class Mutant:
    """One change at one place of a file."""

    path: str
    source: bytes
    """The whole file before the change."""
    start: int
    """The start of the change in bytes, since sources need not be ASCII."""
    end: int
    new: str

    @property
    def changed(self) -> bytes:
        """The whole file after the change."""
        return self.source[: self.start] + self.new.encode() + self.source[self.end :]

    @property
    def line(self) -> int:
        return self.source.count(b"\n", 0, self.start) + 1

    def is_in_function(self) -> bool:
        """Whether it is in the body of a function; anything else runs on import."""
        return any(
            node.body[0].lineno <= self.line <= (node.end_lineno or 0)
            for node in ast.walk(ast.parse(self.source))
            if isinstance(node, ast.FunctionDef)
        )

    def is_other_code(self) -> bool:
        """Whether the mutant compiles, to different bytecode."""
        try:
            return ast.dump(ast.parse(self.changed)) != ast.dump(ast.parse(self.source))
        except SyntaxError:
            return False

    def diff(self) -> str:
        """The changed lines."""
        before, after = (text.decode().splitlines() for text in (self.source, self.changed))
        return "\n".join(list(unified_diff(before, after, n=0, lineterm=""))[3:])


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """All mutants of a file by position; some may not compile."""
    tree = ast.parse(source)
    starts = list(_line_starts(source))
    skipped = _not_carried_out(tree)
    found = []
    for node in ast.walk(tree):
        if node in skipped:
            continue
        for changed, new in _changes(node):
            assert isinstance(changed, ast.expr | ast.stmt)
            assert changed.end_lineno is not None
            assert changed.end_col_offset is not None
            start = starts[changed.lineno - 1] + changed.col_offset
            end = starts[changed.end_lineno - 1] + changed.end_col_offset
            found.append(Mutant(path, source, start, end, new))
    return sorted(set(found), key=lambda mutant: (mutant.start, mutant.end, mutant.new))


def _line_starts(source: bytes) -> Iterator[int]:
    start = 0
    for line in source.splitlines(keepends=True):
        yield start
        start += len(line)


def _not_carried_out(tree: ast.Module) -> set[ast.AST]:
    """Annotations, docstrings, imports, assertions, arguments of errors, and f-strings.

    Nodes inside an f-string have wrong positions before Python 3.12.
    """
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=ast.expr() as hint) | ast.AnnAssign(annotation=hint):
                skipped.update(ast.walk(hint))
            case ast.FunctionDef(returns=ast.expr() as hint):
                skipped.update(ast.walk(hint))
            case _:
                pass
        match node:
            case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.Assert():
                skipped.update(ast.walk(node))
            case ast.Import() | ast.ImportFrom() | ast.JoinedStr():
                skipped.update(ast.walk(node))
            case ast.Expr(value=ast.Constant()):
                skipped.update(ast.walk(node))
            case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
                skipped.update(ast.walk(node))
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "NewType"))):
                skipped.update(ast.walk(node))
            case ast.Raise(exc=ast.Call() as error):
                skipped.update(chain.from_iterable(ast.walk(each) for each in error.args))
            case _:
                pass
    return skipped


def _changes(node: ast.AST) -> Iterator[Change]:  # noqa: C901, PLR0912 - a case a kind of node
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _OTHER_COMPARISON:
            other = _OTHER_COMPARISON[type(operator)]()
            yield node, _source(ast.Compare(node.left, [other], node.comparators))
        case ast.BinOp() if type(node.op) in _OTHER_OPERATOR:
            other_operator = _OTHER_OPERATOR[type(node.op)]()
            yield node, _source(ast.BinOp(node.left, other_operator, node.right))
        case ast.BoolOp():
            other_boolean = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, _source(ast.BoolOp(other_boolean, node.values))
            for value in node.values:
                yield node, _source(value)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node, _source(node.operand)
        case ast.Constant(value=bool() as truth):
            yield node, str(not truth)
        case ast.Constant(value=int() as number):
            yield node, str(number + 1)
        case ast.IfExp():
            yield node, _source(ast.IfExp(node.test, node.orelse, node.body))
        case ast.Call(func=ast.Name(id=name)) if name in _OTHER_FUNCTION:
            yield node.func, _OTHER_FUNCTION[name]
        case ast.If() | ast.While():
            yield node.test, f"not {_source(node.test)}"
        case ast.comprehension():
            for condition in node.ifs:
                yield condition, "True"
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value is None):
                yield node, "return None"
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Slice():
            for bound in (node.lower, node.upper):
                if bound is not None:
                    yield bound, f"{_source(bound)} + 1"
        case _:
            pass


def _source(node: ast.expr) -> str:
    """In parentheses, so that it can be used in any expression."""
    return f"({ast.unparse(ast.fix_missing_locations(node))})"
