"""The page's files by themselves: whole, plain, and without anything from elsewhere."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from musbot.emulator.web import FOLDER, TYPES

FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in TYPES)
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
SVG = "http://www.w3.org/2000/svg"
WORDS = (FOLDER / "words.js").read_text(encoding="utf-8")
INDEX = (FOLDER / "index.html").read_text(encoding="utf-8")


def named(path: Path) -> str:
    return path.name


def keys_of(language: str) -> list[str]:
    _, _, rest = WORDS.partition(f"\n  {language}: {{")
    body, _, _ = rest.partition("\n  },\n")
    return re.findall(r"^ {4,6}(\w+):", body, re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_file_names_an_address_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace(SVG, "")
    assert not re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", text, re.IGNORECASE)
    assert "@import" not in text
    assert "url(" not in text


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_scripts_make_no_markup_from_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "DOMParser",
    ):
        assert way not in text


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_scripts_import_what_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for names, module in re.findall(r"import \{([^}]+)\} from '/web/([\w.]+)'", text):
        exported = (FOLDER / module).read_text(encoding="utf-8")
        for name in names.replace("\n", " ").split(","):
            assert re.search(rf"export (?:const|function|async function|class) {name.strip()}\b", exported)
    assert len(re.findall(r"^import ", text, re.MULTILINE)) == len(re.findall(r"from '/web/", text))


def test_the_page_loads_files_that_exist_and_has_no_script_or_style_of_its_own() -> None:
    loaded = re.findall(r'(?:src|href)="([^"#]+)"', INDEX)
    assert {"/web/app.js", "/web/style.css", "/web/icon.svg"} == set(loaded)
    assert all((FOLDER / address.removeprefix("/web/")).is_file() for address in loaded)
    # The policy forbids both.
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script(?![^>]*\bsrc=)", INDEX)


def test_every_picture_that_scripts_use_is_in_the_page() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    used = set(re.findall(r"(?:iconButton|iconOf|sign)\('(\w+)'", scripts))
    assert used
    assert used <= set(re.findall(r'<symbol id="(\w+)"', INDEX))


def test_both_languages_say_the_same_things() -> None:
    assert len(keys_of("es")) > 40
    assert keys_of("es") == keys_of("en")


def test_every_word_that_scripts_use_exists() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    used = set(re.findall(r"\bWORDS\.(\w+)", scripts)) | set(re.findall(r"return words\.(\w+)", scripts))
    assert used
    assert used <= set(keys_of("es"))


def test_every_file_is_part_of_an_installed_package() -> None:
    project = tomllib.loads((FOLDER.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    data = [path.name for path in FOLDER.iterdir() if path.is_file() and path.suffix != ".py"]
    assert sorted(data) == [path.name for path in FILES]
    assert [name for name in data if not any(fnmatch(name, pattern) for pattern in patterns)] == []
