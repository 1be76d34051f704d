"""The command line as a person meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from musbot import __version__
from musbot.app.cast import LEVELS, OTHERS, SITTING_IN, SPARE
from musbot.cli import DONE, WRONG_SETTINGS, main
from musbot.settings import environment

HELP_WITHOUT = ("telegram", "aiosqlite", "aiohttp", "fluent.runtime", "pydantic", "structlog", "alembic")


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, without anybody's settings."""
    return subprocess.run(
        [sys.executable, "-m", "musbot", *arguments],
        env=environment(settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom musbot.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {HELP_WITHOUT!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    for command in ("run", "demo", "simulate", "replay", "version"):
        assert f"  {command} " in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"musbot {__version__}\n"


def test_without_a_command_it_says_how_it_is_used() -> None:
    done = run()
    assert done.returncode == 2
    assert "usage: musbot" in done.stderr


def test_running_without_a_token_is_one_line(tmp_path: Path) -> None:
    done = run("run", "--env-file", "")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("musbot: MUSBOT_TOKEN is missing")


def test_each_wrong_setting_is_one_line() -> None:
    done = run("run", "--env-file", "", MUSBOT_TOKEN="nonsense", MUSBOT_LOG_LEVEL="loud")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    assert "nonsense" not in done.stderr


def test_a_language_that_we_do_not_have_is_one_line(tmp_path: Path) -> None:
    done = run(
        *("run", "--env-file", ""),
        MUSBOT_TOKEN="1:a",
        MUSBOT_LANGUAGE="xx",
        MUSBOT_DATABASE=str(tmp_path / "x.db"),
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("musbot: MUSBOT_LANGUAGE")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run("run", "--env-file", "", MUSBOT_TOKEN="1:a", MUSBOT_DATABASE=str(tmp_path / "x" / "x.db"))
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1


def test_a_database_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("x")
    done = run("run", "--env-file", "", MUSBOT_TOKEN="1:a", MUSBOT_DATABASE=str(in_the_way / "x.db"))
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert str(in_the_way) in line


def test_a_game_that_is_not_there_or_not_a_game_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / "none.mus")]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1
    wrong = tmp_path / "wrong.mus"
    wrong.write_text("this is no game\n")
    assert main(["replay", str(wrong)]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1
    wrong.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(wrong)]) == 3
    assert "not text" in capsys.readouterr().err


def test_the_same_seed_simulates_the_same_juegos(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--juegos", "2", "--seed", "7", "--json"]) == 0
    first = capsys.readouterr().out
    assert main(["simulate", "--juegos", "2", "--seed", "7", "--json"]) == 0
    assert capsys.readouterr().out == first
    assert '"juegos": 2' in first
    assert main(["simulate", "--juegos", "2", "--seed", "7"]) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("juegos", ["0", "-1", "many"])
def test_a_number_of_juegos_that_is_none_is_refused(juegos: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", "--juegos", juegos])
    assert caught.value.code == 2


def test_every_computer_that_a_table_offers_exists() -> None:
    from musbot.bootstrap import PLAYERS

    assert {*LEVELS, *OTHERS, SITTING_IN, SPARE} <= set(PLAYERS)


def test_a_busy_port_is_one_line() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as busy:
        done = run("demo", "--port", str(busy.getsockname()[1]))
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert "--port" in line


def test_the_arena_measures_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "always-pass", "--pairs", "3", "--json"]) == DONE
    found = json.loads(capsys.readouterr().out)
    assert (found["a"], found["b"], found["pairs"]) == ("random", "always-pass", 3)
    assert found["interval"][0] <= found["share"] <= found["interval"][1]


@pytest.mark.parametrize("names", [[], ["random"], ["random", "nobody"]])
def test_the_arena_says_who_can_be_measured(names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *names]) == WRONG_SETTINGS
    assert "maestro" in capsys.readouterr().err
