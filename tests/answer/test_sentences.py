"""Sentences by id: whatever the solver says is in the table, and is whole in German."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import aljabr
from aljabr import Solution, datasets, methods, solve
from aljabr.algebra.printing import equation_text
from aljabr.answer import latex, text
from aljabr.answer.sentences import (
    LANGUAGES,
    LISTS,
    NESTED,
    identify,
    rows,
    unknown_parts,
    written,
)
from aljabr.errors import UserError
from aljabr.game.games import GAMES

ENGLISH = set(
    "the both sides side add subtract multiply divide take taken of from by is are be if or and to "
    "only root roots real number numbers zero other another case cases no not solution write all "
    "there would equation one apply square expand swap factor let choose name lemma with over may "
    "exist exists left right complete back verified for any whole that this it its exactly where "
    "never power product fraction value values then rearrange terms both between more others as "
    "simplify use divided dividing stays open certified numerically satisfy does".split()
)
"""Words that no German sentence of ours has."""

KINDS = [
    "3x + 5 = 11", "-x = 5", "a x + b = 0", "c + d/(a*x + b) = 0", "a x + b x = c", "5 = x + 2",
    "e + (a*x + b)/(c*x + d) = 0", "x = x + 1", "x/x = 1", "0*x = 0", "a x = a x", "V = l w h",
    "x^2 = 4", "x^3 = 8", "x^5 = 7", "x^7 = 3a", "x^21 = 2", "x^22 = 3", "x^(2/3) = 4",
    "x^(1/3) = -2", "x^p = 4", "x^3 = 4x", "x^2 y - y = 0", "(x - 1)(x - 2)^2 = 0", "x^2 = -4",
    "x^2 + 4x + 1 = 0", "x^2 + x + 1 = 0", "a x^2 + b x + c = 0", "x^3 + 3x - 2 = 0",
    "x^4 + x + 1 = 0", "x^5 - x - 1 = 0", "x^4 - 10x^2 + 1 = 0", "(x - 3)^5 = 0", "x^3 + p x = 5",
    "x^4 + p x^2 + q x + r = 0", "(x^2 - 1)(x^2 + 1) = 0", "(x^2 - 4)/(x - 2) = 0",
    "1/x = 0", "1/x + 1/(x-1) = 2", "x(x-1)/(x-1) = 1", "(x+1)^3 = 0", "1/(x^2+1) = 0",
    "sqrt(x) = x - 2", "sqrt(x+1) + sqrt(x-4) = 5", "sqrt(x) = -3", "(x^2 - 9) sqrt(x - 1) = 0",
    "sqrt(b x + a) - c = 0", "sqrt(x) + a = -3", "|x - 3| = 5", "|x - 2| = 2 - x",
    "|x| + |x - 2| = 4", "|x| = -1", "|2x - 1| = |x + 3|",
    "2^x = 8", "4^x = 3*2^x + 4", "6^x + 4^x = 9^x", "e^(2x) - 3e^x + 2 = 0", "2^x = 5*3^x",
    "b^x = c", "e^x = -1", "2^x = 0", "log(x) = 2", "log(x) + log(x - 3) = log(10)",
    "log(x^2) + log(x) = 3", "log_2(x) = 5", "log(x, 3) = a", "ln(x - 1) = ln(x^2 - 3)",
    "sin(x) = 1/2", "cos(x) = a", "tan(x) = 1", "sin(2x) = cos(x)", "sin(n x) = 1/2",
    "sin(x)*cos(x) = 1/4", "2*sin(x)^2 + 3*cos(x) = 3", "2*cos(x)^2 + 3*sin(x) = 3",
    "sin(x) = 2*cos(x)", "sin(x) + cos(x) = 1", "sin(x)^2 + sin(x) + cos(x) = 1",
    "3*sin(x) + 4*cos(x) = 5", "sin(2*x) + cos(x)^3 + sin(x) = 1", "sin(x) = 3", "sec x = 2",
    "asin(x) = 1", "acos(x) = a", "atan(x) = 1", "asin(x) + acos(x) = x", "cos(3*asin(x)) = 0",
    "asin(x) + asin(2x) = pi/3", "sin(x)^2 + cos(x)^2 = 1", "tan x = tan x", "b sin(x) = 0",
    "sinh(x) = 1", "sinh(x) + cosh(x) = 2", "0.5x = 30% + 1", "sin(30°) x = 2", "2,5x - 1 = 0.5",
    "x^x = 4", "x + sin(x) = 1", "sin(x) = x/10", "(x - 1)(2^x + x - 5) = 0", "x^5 + x = 1",
    "(2^x + x - 5)(x + 3^x - 7)(x - 2) = 0", "cos(x) = x", "x^2 + sqrt(-1) x = 2", "x^3 = a",
    "(a x + b) + e*(c x + d) = 0", "2(x - 1) + 3 = 5 - 4(2 - x)", "x^4 = 16", "x^6 = 1",
    "x^2 + (a+b)x + a b = 0", "1/sqrt(x) = x", "(x+a)^2 = (x+b)^2", "sqrt(x^2) = x",
]  # fmt: skip


def unknown(equation: str) -> str:
    return "x" if "x" in equation else "h"


def sentences(solution: Solution) -> Iterator[str]:
    """Yield whatever is said, in text and in LaTeX."""
    remarks = [*[step.note for step in solution.steps],
               *[each.reason for each in solution.rejected], solution.note]  # fmt: skip
    yield from (said for each in remarks for said in (str(each), each.latex) if said)
    yield text.sentence(solution)
    yield from text.remarks(solution)
    yield from latex._said(solution)
    yield from (f"where {each.name} = {each.value}" for each in solution.definitions)


def words(german: str) -> set[str]:
    """Return the words of a sentence, without formulas and names of functions."""
    return set(re.findall(r"[^\W\d_]+", re.sub(r"\$[^$]*\$", "", german)))


def formulas(said: str) -> Iterator[str]:
    """Yield what is kept as it is."""
    found = identify(said)
    for name, value in (found.slots if found else {}).items():
        if name in NESTED:
            yield from formulas(value)
        elif name not in LISTS:
            yield value


def check(solution: Solution) -> None:
    for said in sentences(solution):
        assert unknown_parts(said) == [], solution.equation
        german = written(said, "de")
        assert not words(german) & ENGLISH, german
        assert all(each in german for each in formulas(said)), german
        numbers = re.compile(r"(?<![\w.])\d+(?![\w.])")
        assert sorted(numbers.findall(said)) == sorted(numbers.findall(german)), german
    printed = solution.to_text("de").partition("\n")[2]
    assert not words(printed) & ENGLISH, printed


@pytest.mark.parametrize("equation", KINDS)
def test_all_that_is_said_of_any_kind_of_equation_is_in_the_table(equation):
    for detail in ("school", "brief", "full"):
        check(solve(equation, unknown(equation), budget=0.4, detail=detail))


@pytest.mark.parametrize("domain", ["real", "complex"])
@pytest.mark.parametrize("equation", KINDS[:60:3])
def test_all_that_is_said_in_either_domain_is_in_the_table(equation, domain):
    check(solve(equation, unknown(equation), budget=0.4, domain=domain))


@pytest.mark.parametrize("where", ["0 <= x < 2pi", "0° <= x < 360°", "5 < x < 6", "-1 <= x <= 1"])
@pytest.mark.parametrize(
    "equation", ["sin(x) = 1/2", "tan(3x) = 2", "x = x", "x^2 = 2", "(x - 1)(2^x + x - 5) = 0"]
)
def test_all_that_is_said_of_an_interval_is_in_the_table(equation, where):
    check(solve(equation, budget=0.4, where=where))


@pytest.mark.parametrize("name", datasets.NAMES)
def test_all_that_is_said_of_the_validation_split_is_in_the_table(name):
    for each in datasets.load(name, "validation")[:40]:
        check(solve(each if isinstance(each, str) else equation_text(each), budget=0.3))


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_every_row_is_the_same_in_every_language(row):
    assert set(row.texts) == set(LANGUAGES)
    named = [{name for _, name, _, _ in Formatter().parse(each) if name}
             for each in row.texts.values()]  # fmt: skip
    assert all(each == named[0] for each in named)


def test_ids_are_unique():
    assert len({row.id for row in rows()}) == len(rows())


FILLED = {
    "conditions": "a ≠ 0, c > 0", "roots": "x = 1 or x = 2", "several": "x = 1 or x = 2",
    "complex": "x = sqrt(-1)", "rewritten": "the degrees in radians", "formula": "$x^2$",
    "functions": "sinh and cosh", "letters": "k and n", "reason": "there x would be zero",
    "lemma": "cubic", "said": "add 1 to both sides", "next": "square both sides",
    "extent": "all roots", "kind": "real root", "count": "4",
}  # fmt: skip


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_every_row_is_told_from_all_others(row):
    before = "simplify" if row.is_part else ""
    slots = {name: FILLED.get(name, "u + 1") for name in row.slots}
    found = identify(before + row.texts["en"].format(**slots))
    assert found == (f"simplify+{row.id}" if row.is_part else row.id, slots)


def test_every_rule_of_every_game_is_in_the_table():
    for game in GAMES.values():
        for rule in game.rules:
            for term in ("a term", "u + 1"):
                assert identify(rule.sentence.format(term=term, unknown="x")), rule.name


def literals(name: str, place: int) -> Iterator[str]:
    """Yield the sentences that are written in the source as an argument of a call."""
    for file in sorted(Path(aljabr.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == name and len(node.args) > place:
                for each in ast.walk(node.args[place]):
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.value


def test_the_sentences_in_the_source_are_in_the_table():
    found = [*literals("Rewritten", 1), *literals("rule", 1), *literals("of_equation", 0)]
    assert len(found) > 20
    for said in [each for each in found if " " in each]:
        assert identify(said.format("u", "v")), said


@pytest.mark.parametrize(
    ("said", "known", "slots", "german"),
    [
        ("add 5 to both sides", "add", {"term": "5"}, "auf beiden Seiten 5 addieren"),
        ("divide both sides by -a*c (if a ≠ 0, c ≠ 0)", "divide+part_if",
         {"term": "-a*c", "conditions": "a ≠ 0, c ≠ 0"},
         "beide Seiten durch -a*c teilen (falls a ≠ 0, c ≠ 0)"),
        ("multiply both sides by a*x + b, expand, and swap the sides", "multiply+part_expand_swap",
         {"term": "a*x + b"},
         "beide Seiten mit a*x + b multiplizieren, ausmultiplizieren und die Seiten vertauschen"),
        ("factor the left side", "factor", {}, "die linke Seite faktorisieren"),
        ("complete the square", "complete_square", {}, "quadratische Ergänzung"),
        ("x = 2 or x = 3", "roots", {"several": "x = 2 or x = 3"}, "x = 2 oder x = 3"),
        ("x = sqrt(a) if a ≥ 0 or x = 0 if b = 1", "roots",
         {"several": "x = sqrt(a) if a ≥ 0 or x = 0 if b = 1"},
         "x = sqrt(a), falls a ≥ 0 oder x = 0, falls b = 1"),
        ("the case that $x - 1$ is not negative", "case_not_negative", {"term": "$x - 1$"},
         "Fall: $x - 1$ ist nicht negativ"),
        ("x = 2 is no root: there x - 2 would be zero", "rejected",
         {"root": "x = 2", "reason": "there x - 2 would be zero"},
         "x = 2 ist keine Lösung: dort wäre x - 2 gleich null"),
        ("numerically: x ≈ 1.5 or 3 more (certified; all real roots between -100 and 100)",
         "numeric", {"roots": "x ≈ 1.5 or 3 more",
                     "extent": "all real roots between -100 and 100"},
         "numerisch: x ≈ 1.5 oder 3 weitere "
         "(gesichert; alle reellen Lösungen zwischen -100 und 100)"),
        ("by the lemma 'depressed cubic with p = 0', with the roots p, q", "lemma_names",
         {"lemma": "depressed cubic with p = 0", "names": "p, q"},
         "nach dem Hilfssatz „reduzierte kubische Gleichung mit p = 0“ mit den Lösungen p, q"),
    ],
)  # fmt: skip
def test_sentences_are_known_by_their_templates(said, known, slots, german):
    assert identify(said) == (known, slots)
    assert written(said, "de") == german
    assert written(said, "en") == said
    assert written(german, "de") == german


@pytest.mark.parametrize("said", ["", "turn both sides", "add 1 to both sides, and run"])
def test_what_is_in_no_row_is_not_known_and_stays(said):
    assert identify(said) is None
    assert written(said, "de") == said


def test_an_answer_in_german():
    solution = solve("a x^2 = 4").in_language("de")
    assert solution.sentence() == "x = 2/sqrt(a) oder x = -2/sqrt(a)"
    assert solution.steps[0].note == "beide Seiten durch a teilen (falls a ≠ 0)"
    assert solution.steps[0].note.latex == "beide Seiten durch $a$ teilen (falls $a \\neq 0$)"
    assert "falls a > 0" in solution.to_text()
    assert "alle reellen Lösungen" in solution.to_latex()
    assert solution.to_text() == solve("a x^2 = 4").to_text(language="de")
    assert solution.to_text() == solution.in_language("de").to_text()
    assert solution.decimal().to_text() == solution.to_text()
    assert solution.to_json()["steps"][0]["note"] == solution.steps[0].note


def test_a_german_record_has_the_fields_of_an_english_one():
    english = solve("sqrt(x) = x - 2")
    german = english.in_language("de")
    assert english.in_language("en") is english
    assert german.to_json().keys() == english.to_json().keys()
    assert german.to_json()["rejected"][0]["reason"] == "der Wert erfüllt die Gleichung nicht"


def test_a_language_without_a_table_is_refused():
    with pytest.raises(UserError, match="the languages are en, de"):
        solve("2x = 4").in_language("fr")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="only an answer in English"):
        solve("2x = 4").in_language("de").in_language("en")


def test_the_command_line_speaks_german(run_cli):
    status, out, err = run_cli("solve", "(x^2 - 9) sqrt(x - 1) = 0", "--language", "de")
    assert (status, err) == (0, "")
    assert out.splitlines()[-4:] == [
        "x = 1 oder x = 3",
        "  alle reellen Lösungen",
        "  geprüft: exakt, durch Einsetzen",
        "  x = -3 ist keine Lösung: dort wäre x - 1 unter einer Wurzel negativ",
    ]
    record = json.loads(run_cli("solve", "3x + 5 = 11", "--json", "--language", "de")[1])
    assert record["steps"][0]["note"] == "auf beiden Seiten 5 subtrahieren"


def test_what_methods_say_is_whole_in_german():
    for game in ("real", "complex", "open"):
        for method in methods(game):
            assert unknown_parts(method.says) == unknown_parts(method.told) == []
            german = method.in_language("de")
            assert not words(f"{german.says} {german.told}") & ENGLISH
