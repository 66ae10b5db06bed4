"""How commands are declared: by the signature of a function, where each default is an option."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from inspect import signature
from typing import Any, Literal, NamedTuple, get_args, get_origin

import click

from ..projections.messages import mark, text
from ..projections.places import index_of
from .terminal.pager import in_pages


class _Declared(NamedTuple):
    """What click has to know of a parameter."""

    kind: type[click.Parameter]
    flags: tuple[str, ...]
    settings: Mapping[str, Any]


class _Several(NamedTuple):
    """Options whose values make one value."""

    make: Callable[..., Any]
    options: Mapping[str, tuple[_Declared, Any]]
    """By name: the option and its annotation."""


def option(help: str | None = None, *flags: str, **settings: Any) -> Any:
    """The default of a parameter that is an option; without flags it is called like the parameter.

    The last flag may name the value: `--limit N`.
    The annotation says what it takes: a bool makes a flag, an int a whole number (of ``least`` or
    more), a Literal one of its words, a tuple an option that can be repeated. It says nothing if a
    ``callback`` makes the value. ``settings`` for click may say otherwise.
    """
    *others, last = flags or ("",)
    flag, _, metavar = last.partition(" ")
    if metavar:
        flags, settings = (*others, flag), {"metavar": metavar, **settings}
    return _Declared(click.Option, flags, {"help": help, **settings})


def argument(**settings: Any) -> Any:
    """The default of a parameter that is an argument; one that may be None can be left out."""
    return _Declared(click.Argument, (), settings)


def several(make: Callable[..., Any], **options: Any) -> Any:
    """The default of a parameter that is made of several options, by default those of ``make``."""
    if options:
        return _Several(make, {name: (each, None) for name, each in options.items()})
    parameters = signature(make).parameters.values()
    return _Several(make, {each.name: (each.default, each.annotation) for each in parameters})


def command(
    group: click.Group | None = None, *, paged: bool = False
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function, called like it, in a group; ``paged``: perhaps in a pager."""

    def declare(function: Callable[..., Any]) -> click.Command:
        called = in_pages(function) if paged else function
        parameters = list[click.Parameter]()
        together = dict[str, _Several]()
        for name, each in signature(function).parameters.items():
            options = {name: (each.default, each.annotation)}
            if isinstance(each.default, _Several):
                together[name] = each.default
                options = dict(each.default.options)
            parameters += (_click(one, *of_one) for one, of_one in options.items())

        def run(**values: Any) -> Any:
            for name, (make, options) in together.items():
                values[name] = make(**{each: values.pop(each) for each in options})
            return called(**values)

        name = function.__name__.strip("_").replace("_", "-")
        made = click.Command(name, callback=run, params=parameters, help=function.__doc__)
        if group is not None:
            group.add_command(made)
        return made

    return declare


def _click(name: str, declared: _Declared, annotation: Any) -> click.Parameter:
    """What click has to know of a parameter of this name."""
    kind, flags, settings = declared
    if kind is click.Option:
        flags = flags or (f"--{name.replace('_', '-')}",)
        return kind([*flags, name], **_of_option(annotation, **settings))
    found: dict[str, Any] = {}
    if get_origin(annotation) is tuple:
        found["nargs"] = -1
    elif type(None) in get_args(annotation):
        found["required"] = False
    return kind([name], **{**found, **settings})


def _of_option(annotation: Any, least: int | None = None, **settings: Any) -> dict[str, Any]:
    if "callback" in settings:
        return settings
    found: dict[str, Any] = {}
    for each in (annotation, *get_args(annotation)):
        if each is bool:
            found["is_flag"] = True
        elif each is int:
            found["type"] = WholeNumber(least)
        elif get_origin(each) is Literal:
            found["type"] = click.Choice(get_args(each))
    if get_origin(annotation) is tuple:
        found["multiple"] = True
    return found | settings


class WholeNumber(click.ParamType[int]):
    """The type of a parameter: a whole number, at least ``least`` if that is given."""

    name = "integer"

    def __init__(self, least: int | None = None) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; raises BadParameter."""
        refusal = mark("{value!r} is not a whole number")
        if self._least is not None:
            refusal = mark("{value!r} is not a whole number of {least} or more")
        with suppress(ValueError):
            number = int(value)
            if self._least is None or number >= self._least:
                return number
        raise click.BadParameter(text(refusal, value=value, least=self._least), ctx, param)


class Numbered(click.ParamType[int]):
    """The type of a parameter for a round or a move, typed as people count; gives its index."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The index; raises BadParameter. It may not exist."""
        return index_of(WholeNumber().convert(value, param, ctx))


def usage_error(template: str, /, **values: object) -> click.UsageError:
    """The error of options that do not go together; the words and values are those of `text`."""
    return click.UsageError(text(template, **values))


def bad_value(template: str, /, **values: object) -> click.BadParameter:
    """The error of a value that cannot be read; the words and values are those of `text`."""
    return click.BadParameter(text(template, **values))


def failure(template: str, /, **values: object) -> click.ClickException:
    """The error of work that cannot be done; the words and values are those of `text`."""
    return click.ClickException(text(template, **values))
