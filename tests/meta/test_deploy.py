"""Image, compose file and units, as far as they can be held to their promises without an engine to run them."""

import configparser
import fnmatch
import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from musbot.cli import CANNOT_RUN, WRONG_SETTINGS, main
from musbot.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SERVICES = sorted(DEPLOY.glob("*.service"))


def instructions(text: str) -> list[tuple[str, str]]:
    """A Dockerfile's instructions: name and arguments, continued lines joined, comments taken out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def stages(text: str) -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for instruction in instructions(text):
        if instruction[0] == "FROM":
            found.append([])
        found[-1].append(instruction)
    return found


def of(stage: Iterable[tuple[str, str]], name: str) -> list[str]:
    return [rest for instruction, rest in stage if instruction == name]


def variables(stage: Iterable[tuple[str, str]]) -> dict[str, str]:
    pairs = (pair for line in of(stage, "ENV") for pair in shlex.split(line))
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs)}


def flat(text: str) -> dict[str, str]:
    """The scalars of the simple YAML that a compose file is, by their path; items of lists joined by spaces."""
    path: list[tuple[int, str]] = []
    found: dict[str, str] = {}
    for line in text.splitlines():
        bare = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if not bare:
            continue
        indent = len(bare) - len(bare.lstrip())
        path = [(at, key) for at, key in path if at < indent]
        where = ".".join(key for _, key in path)
        if bare.lstrip().startswith("- "):
            found[where] = " ".join(filter(None, [found.get(where, ""), bare.lstrip()[2:]]))
            continue
        key, _, value = bare.strip().partition(":")
        path.append((indent, key))
        found[f"{where}.{key}".lstrip(".")] = value.strip().strip('"')
    return found


def ignored(name: str, rules: str) -> bool:
    """Whether a .dockerignore keeps a path of the context out; the last rule that fits decides."""
    out = False
    for rule in rules.split():
        pattern = rule.removeprefix("!")
        parts = name.split("/")
        prefixes = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        if pattern.startswith("**/"):
            fits = any(fnmatch.fnmatchcase(part, pattern.removeprefix("**/")) for part in parts)
        else:
            fits = any(fnmatch.fnmatchcase(prefix, pattern) for prefix in prefixes)
        if fits:
            out = not rule.startswith("!")
    return out


def unit(path: Path) -> dict[str, dict[str, list[str]]]:
    """A unit's sections; a name may be given more than once."""
    found: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            section.setdefault(name, []).append(value)
    return found


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


@pytest.fixture(scope="module")
def compose() -> dict[str, str]:
    return flat((ROOT / "compose.yaml").read_text())


def subcommand(command: list[str]) -> None:
    """Fail unless the command line knows this."""
    assert Path(command[0]).name == "musbot"
    with pytest.raises(SystemExit) as caught:
        main([*command[1:], "--help"])
    assert caught.value.code == 0


# The image


def test_the_image_is_built_in_one_stage_and_runs_in_another_of_the_same_base(dockerfile: str) -> None:
    build, final = stages(dockerfile)
    assert of(build, "FROM") == [f"{of(final, 'FROM')[0]} AS build"]
    assert of(final, "COPY") == ["--from=build /opt/musbot /opt/musbot"]
    (base,) = of(final, "FROM")
    version = re.fullmatch(r"python:(3\.\d+)-slim", base)
    assert version is not None
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    assert f"Programming Language :: Python :: {version[1]}" in classifiers


def test_everything_that_is_downloaded_has_a_hash(dockerfile: str) -> None:
    installs = [
        step for line in of(stages(dockerfile)[0], "RUN") for step in line.split("&&") if "/pip " in step
    ]
    assert len(installs) == 4
    for step in installs:
        assert "--require-hashes" in step or "--no-index" in step, step


def test_the_build_backend_is_cut_whole_out_of_the_lock(dockerfile: str) -> None:
    (expression,) = re.findall(r"sed -n '([^']*)' requirements-dev.txt", dockerfile)
    begin, end = re.findall(r"/((?:\\.|[^/])*)/", expression)
    lines = (ROOT / "requirements-dev.txt").read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if re.search(begin, line))
    last = next(number for number in range(first + 1, len(lines)) if re.search(end, lines[number]))
    cut = lines[first : last + 1]
    assert cut[0].startswith("setuptools==")
    assert len(cut) > 1
    assert all(line.strip().startswith("--hash=sha256:") for line in cut[1:])


def test_what_the_image_copies_is_there_and_let_in(dockerfile: str) -> None:
    rules = (ROOT / ".dockerignore").read_text()
    rules = "\n".join(line for line in rules.splitlines() if not line.startswith("#"))
    copied = [name for line in of(stages(dockerfile)[0], "COPY") for name in line.split()[:-1]]
    assert {"musbot", "pyproject.toml", "requirements.txt"} <= set(copied)
    for name in copied:
        assert (ROOT / name).exists()
        assert not ignored(name, rules)
    assert not ignored("musbot/i18n/locales/es/board.ftl", rules)
    assert not ignored("musbot/storage/schema.sql", rules)
    for name in (".env", "musbot/.env", ".git", ".git/config", "var/musbot.db", "var", ".venv/bin/python"):
        assert ignored(name, rules), name
    for name in (
        "musbot/musbot.db",
        "musbot/x.db-wal",
        "musbot/__pycache__/a.pyc",
        "tests",
        "deploy/musbot.env",
    ):
        assert ignored(name, rules), name


def test_the_image_runs_as_nobody_special_with_its_games_in_a_volume(dockerfile: str) -> None:
    final = stages(dockerfile)[1]
    (user,) = of(final, "USER")
    uid, gid = user.split(":")
    (accounts,) = of(final, "RUN")
    assert int(uid) >= 1000
    assert f"--gid {gid} musbot" in accounts
    assert f"--uid {uid} --gid {gid}" in accounts
    assert of(final, "VOLUME") == ["/data"]
    assert "install -d -o musbot -g musbot -m 0700 /data" in accounts
    chosen = variables(final)
    assert Path(chosen["MUSBOT_DATABASE"]).parent == Path("/data")
    assert chosen["PYTHONUNBUFFERED"] == "1"
    assert of(final, "STOPSIGNAL") == ["SIGTERM"]


def test_there_is_no_token_in_the_image_and_every_setting_in_it_is_one(dockerfile: str) -> None:
    assert "MUSBOT_TOKEN" not in dockerfile
    assert not re.search(r"^(ARG|ADD)", dockerfile, re.MULTILINE)
    names = {f"MUSBOT_{name.upper()}" for name in Settings.model_fields}
    for stage in stages(dockerfile):
        assert {name for name in variables(stage) if name.startswith("MUSBOT_")} <= names


def test_what_the_image_starts_are_commands_of_ours(dockerfile: str) -> None:
    final = stages(dockerfile)[1]
    (entry,), (command,), (check,) = of(final, "ENTRYPOINT"), of(final, "CMD"), of(final, "HEALTHCHECK")
    subcommand(json.loads(entry) + json.loads(command))
    options, _, asked = check.partition(" CMD ")
    subcommand(json.loads(asked))
    assert json.loads(asked)[1] == "health"
    assert "--start-period=" in options


# Compose


def test_the_service_is_shut_in_and_gets_its_token_from_outside(compose: dict[str, str]) -> None:
    service = {
        path.removeprefix("services.musbot."): value
        for path, value in compose.items()
        if path.startswith("services.musbot.")
    }
    assert service["env_file"] == ".env"
    assert "environment.MUSBOT_TOKEN" not in service
    assert service["restart"] == "unless-stopped"
    assert service["read_only"] == "true"
    assert service["cap_drop"] == "ALL"
    assert service["security_opt"] == "no-new-privileges:true"
    assert service["tmpfs"] == "/tmp"
    assert {"max-size", "max-file"} <= {path.rpartition(".")[2] for path in service}
    assert "ports" not in service


def test_the_games_are_in_a_volume_where_the_image_keeps_them(
    compose: dict[str, str], dockerfile: str
) -> None:
    volume, _, folder = compose["services.musbot.volumes"].partition(":")
    assert f"volumes.{volume}" in compose
    (kept,) = of(stages(dockerfile)[1], "VOLUME")
    assert folder == kept
    database = compose["services.musbot.environment.MUSBOT_DATABASE"]
    assert database == variables(stages(dockerfile)[1])["MUSBOT_DATABASE"]


def test_there_is_time_to_stop_in_order(compose: dict[str, str]) -> None:
    from musbot.bootstrap import DRAIN
    from musbot.telegram.app import FLUSH

    needed = DRAIN + 2 * FLUSH
    assert int(compose["services.musbot.stop_grace_period"].removesuffix("s")) > needed
    assert int(unit(DEPLOY / "musbot.service")["Service"]["TimeoutStopSec"][0]) > needed


# systemd


def commands(path: Path) -> Iterator[list[str]]:
    """The musbot commands that a unit runs, as the program gets them."""
    for line in unit(path)["Service"]["ExecStart"]:
        words = shlex.split(line.replace("%%", "%").replace("$$", "$"))
        yield words if words[0] != "/bin/sh" else shlex.split(words[2].removeprefix("exec "))


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_the_units_start_commands_of_ours_with_few_rights(path: Path) -> None:
    service = unit(path)["Service"]
    (command,) = commands(path)
    subcommand(command)
    assert service["User"] == ["musbot"]
    assert service["NoNewPrivileges"] == ["yes"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["StateDirectory"][0].split("/")[0] == "musbot"


def test_a_wrong_setting_is_not_tried_again_but_a_crash_is() -> None:
    whole = unit(DEPLOY / "musbot.service")
    service = whole["Service"]
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == [str(WRONG_SETTINGS)]
    assert str(CANNOT_RUN) not in service["RestartPreventExitStatus"]
    assert service["KillSignal"] == ["SIGTERM"]
    assert whole["Install"]["WantedBy"] == ["multi-user.target"]
    assert "MUSBOT_TOKEN" not in (DEPLOY / "musbot.service").read_text()


def test_the_example_environment_holds_settings_and_no_token() -> None:
    lines = (DEPLOY / "musbot.env.example").read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert values["MUSBOT_TOKEN"] == ""
    state = unit(DEPLOY / "musbot.service")["Service"]["StateDirectory"][0]
    assert Path(values["MUSBOT_DATABASE"]).parent == Path("/var/lib") / state
    assert set(values) <= {f"MUSBOT_{name.upper()}" for name in Settings.model_fields}


def test_the_timer_has_its_service() -> None:
    (timer,) = DEPLOY.glob("*.timer")
    assert timer.with_suffix(".service") in SERVICES
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.read(timer)
    assert parsed["Timer"]["OnCalendar"]


# The page


def test_the_page_names_every_check_of_the_doctor_and_every_file_that_it_needs() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text()
    for path in [*SERVICES, DEPLOY / "musbot.env.example", *DEPLOY.glob("*.timer")]:
        assert path.name in page
    told = set(re.findall(r"^\| `([a-z ]+)` \|", page, re.MULTILINE))
    source = "".join(path.read_text() for path in (ROOT / "musbot" / "doctor").glob("*.py"))
    faults = set(re.findall(r"""\bwrong\(\s*"([a-z ]+)",""", source))
    assert faults
    assert faults <= told
