"""The description of the API says what the API does."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from schemathesis.specs.openapi.schemas import OpenApiSchema

from domino_ledger import open_book
from domino_ledger.web.application import application
from domino_ledger.web.settings import Limits, Settings
from domino_ledger.web.tokens import Tokens
from tests.lanes import examples as so_many

from .club import write_games
from .examples import EXAMPLES, FILE, answers
from .served import serving


def test_the_examples_are_real_answers() -> None:
    written = json.loads(FILE.read_text(encoding="utf-8"))
    assert written == answers(), "python -m tests.web.examples writes them again"


def test_each_route_has_an_example_of_a_success_and_its_shape(address: str) -> None:
    described = httpx.get(f"{address}/api/v1/openapi.json").json()
    operations = [each for path in described["paths"].values() for each in path.values()]
    assert {each["operationId"] for each in operations} == {each.route for each in EXAMPLES}
    for each in operations:
        assert each["description"]
        successes = [of for status, of in each["responses"].items() if status.startswith("2")]
        assert any("example" in of for one in successes for of in one["content"].values())
        for media_type, of in ((*each,) for one in successes for each in one["content"].items()):
            shape = of.get("schema") or of["itemSchema"]
            assert media_type != "application/json" or "$ref" in shape.get("items", shape)


def test_a_server_starts_without_the_shapes_of_documents() -> None:
    shapes = "domino_ledger.web.api.documents"
    started = f"import sys, domino_ledger.web.application; sys.exit({shapes!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", started], check=True)


def test_an_example_has_the_shape_of_its_answer(schema: OpenApiSchema) -> None:
    for name, each in json.loads(FILE.read_text(encoding="utf-8")).items():
        if not isinstance(each["answer"], str):  # Of a stream there is the text.
            request = httpx.Request("GET", "http://example")
            answer = httpx.Response(each["status"], json=each["answer"], request=request)
            answer.elapsed = timedelta()
            schema.find_operation_by_id(name).validate_response(answer)


def test_each_error_is_a_problem_also_of_a_stream(address: str) -> None:
    described = httpx.get(f"{address}/api/v1/openapi.json").json()
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in described["paths"].values():
        for operation in path.values():
            errors = [of for status, of in operation["responses"].items() if status >= "4"]
            assert errors
            assert all(each["content"] == problem for each in errors)


def test_the_page_names_every_route(address: str) -> None:
    page = httpx.get(f"{address}/api").text
    for path in httpx.get(f"{address}/api/v1/openapi.json").json()["paths"]:
        assert f"<code>{path}</code>" in page


@pytest.fixture(scope="module")
def schema(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[OpenApiSchema]:
    book = tmp_path_factory.mktemp("described") / "club.db"
    write_games(book)
    tokens = Tokens(book.with_name("tokens"))
    token, _ = tokens.make("admin")
    limits = Limits(requests=1_000_000, body=100_000)
    with serving(book, Settings(tokens=tokens, limits=limits)) as address:
        found = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
        found.config.update(headers={"Authorization": f"Bearer {token}"})
        yield found


schemathesis.serializer.alias("application/jsonl", "text/plain")


def operations() -> list[str]:
    """Every operation but the streams that do not end."""
    with TemporaryDirectory() as folder, open_book(f"{folder}/routes.db", create=True) as book:
        paths = application(book, Settings()).state.description()["paths"]
    return [
        f"{method.upper()} {path}"
        for path, found in paths.items()
        for method, operation in found.items()
        if operation["operationId"] not in {"api.log", "api.game.events"}
    ]


@pytest.mark.parametrize("label", operations())
def test_the_api_does_what_it_says(schema: OpenApiSchema, label: str) -> None:
    method, _, path = label.partition(" ")
    operation = schema[path][method]
    asked = one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    excluded: list[CheckFunction] = [
        positive_data_acceptance
    ]  # The rules may refuse what has the right form.
    if path.endswith("/import"):
        excluded.append(negative_data_rejection)  # Each line is refused by itself.

    @given(case=asked)
    @settings(
        max_examples=so_many(20),
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    def call(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(excluded_checks=excluded)

    call()
