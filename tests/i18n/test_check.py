"""The check of the locales finds each kind of fault, and ours have none."""

from pathlib import Path

import pytest

from musbot.i18n import check

CODE = 'text("greet", who=1)\ntext("a" if x else "b")\nplain("late")\n'
GREET = "greet = Hola, { $who }\n"


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], es: str, en: str, code: str = CODE) -> list[str]:
    """The faults of made-up locales against made-up code, those of our declared keys left out."""
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "module.py").write_text(code, encoding="utf-8")
    for locale, said in {"es": es, "en": en}.items():
        (tmp_path / "locales" / locale).mkdir(parents=True)
        (tmp_path / "locales" / locale / "all.ftl").write_text(said, encoding="utf-8")
    assert check.main(tmp_path / "code", tmp_path / "locales") == 1
    faults = capsys.readouterr().out.splitlines()[:-1]
    return [fault for fault in faults if not any(f": {key}: used and" in fault for key in check.DECLARED)]


BASE = GREET + "a = a\nb = b\ntoast-late = t\n"


def test_our_locales_have_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main() == 0, capsys.readouterr().out


def test_whole_locales_have_no_fault_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, capsys, BASE, BASE) == []


@pytest.mark.parametrize(
    ("es", "en", "fault"),
    [
        (BASE.replace("b = b\n", ""), BASE, "es: b: used and missing"),
        (BASE + "c = c\n", BASE + "c = c\n", "es: c: nobody uses it"),
        (BASE, BASE.replace("a = a\n", ""), "en: a: missing"),
        (BASE, BASE + "c = c\n", "en: c: not in es"),
        (BASE, BASE.replace("{ $who }", "you"), "en: greet: other arguments than in es"),
        (BASE.replace("$who", "$whom"), BASE.replace("$who", "$whom"), "greet: the code does not give whom"),
        (BASE, BASE.replace("a = a", "a = <b>a"), "en: a: <b> is not closed"),
        (BASE, BASE.replace("a = a", "a = <em>a</em>"), "en: a: <em> is no tag of ours"),
        (BASE, BASE.replace("a = a", "a = a & b"), "en: a: a loose &"),
        (BASE, BASE.replace("= t", "= <b>t</b>"), "en: toast-late: markup in a plain text"),
        (
            BASE,
            BASE.replace("= t", "= { greet }").replace("Hola", "<i>Hola</i>"),
            "en: toast-late: markup in a plain text",
        ),
        (BASE, BASE.replace("a = a", "a = the girl lance"), "en: a: 'girl' is a trap, see docs/rules.md"),
        (BASE, BASE.replace("a = a", "a = { b"), "en/all.ftl: cannot be read: a = { b"),
        (BASE, BASE + "a = again\n", "en/all.ftl: a: said twice"),
        (BASE, BASE.replace("a = a", "a = { gone }"), "en: a: contains gone, which is missing"),
    ],
)
def test_each_fault_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], es: str, en: str, fault: str
) -> None:
    assert fault in run(tmp_path, capsys, es, en)


def test_a_call_translated_on_a_button_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = CODE + 'text("label-paso")\n'
    faults = run(tmp_path, capsys, BASE + "label-paso = Paso\n", BASE + "label-paso = Pass\n", code)
    assert faults == ["en: label-paso: calls are Spanish on every button"]


def test_a_key_that_is_not_written_out_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faults = run(tmp_path, capsys, BASE, BASE, CODE + 'text(f"hand-{x}")\n')
    assert faults == ["module.py:4: a key that is not written out"]
