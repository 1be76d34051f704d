"""What a person who starts the bot is told about settings."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from musbot.app.pace import Pace
from musbot.settings import Settings, SettingsError, load

TOKEN = "123456789:AAexampleexampleexampleexample-_x"


def lines_of(monkeypatch: pytest.MonkeyPatch, **values: str) -> tuple[str, ...]:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load(env_file=None)
    return caught.value.lines


def test_without_any_setting_the_defaults_hold() -> None:
    settings = load(env_file=None)
    assert settings.database == Path("var/musbot.db")
    assert settings.table_pace() == Pace()


def test_a_missing_token_says_where_to_get_one() -> None:
    with pytest.raises(SettingsError) as caught:
        load(env_file=None).bot_token()
    (line,) = caught.value.lines
    assert line.startswith("MUSBOT_TOKEN is missing")
    assert "@BotFather" in line


@pytest.mark.parametrize("wrong", ["hunter2secret", "12345", "abc:def", "123456:AA BB", f"{TOKEN}\n{TOKEN}"])
def test_a_token_of_another_shape_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    (line,) = lines_of(monkeypatch, MUSBOT_TOKEN=wrong)
    assert "MUSBOT_TOKEN is not a bot token" in line
    assert wrong not in line


def test_the_token_is_read_and_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_TOKEN", TOKEN)
    settings = load(env_file=None)
    assert settings.bot_token() == TOKEN
    assert TOKEN not in repr(settings)
    assert TOKEN not in str(settings.model_dump())


def test_every_setting_at_fault_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(
        monkeypatch,
        MUSBOT_LOG_LEVEL="loud",
        MUSBOT_PACE__NEXT_HAND="soon",
        MUSBOT_PACE__IDLE="inf",
        MUSBOT_API_URL="example",
        MUSBOT_PACE_SCALE="0",
    )
    assert sorted(re.split("[ :]", line)[0] for line in lines) == [
        "MUSBOT_API_URL",
        "MUSBOT_LOG_LEVEL",
        "MUSBOT_PACE_SCALE",
        "MUSBOT_PACE__IDLE",
        "MUSBOT_PACE__NEXT_HAND",
    ]
    assert all("\n" not in line for line in lines)


def test_a_mistyped_name_is_not_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_of(monkeypatch, MUSBOT_TOKN="x") == (
        "MUSBOT_TOKN is not a setting; did you mean MUSBOT_TOKEN?",
    )


def test_the_file_is_read_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = tmp_path / ".env"
    written.write_text(f"MUSBOT_TOKEN={TOKEN}\nMUSBOT_LANGUAGE=en\nMUSBOT_PACE__NEXT_HAND=3\nOTHER=1\n")
    monkeypatch.setenv("MUSBOT_LANGUAGE", "eu")
    settings = load(written)
    assert settings.bot_token() == TOKEN
    assert settings.language == "eu"
    assert settings.table_pace().next_hand == 3


def test_a_mistyped_name_in_the_file_is_not_ignored(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_text("MUSBOT_DATABSE=x\n")
    with pytest.raises(SettingsError, match="MUSBOT_DATABASE"):
        load(written)


def test_an_empty_value_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_DATABASE", "")
    assert load(env_file=None).database == Path("var/musbot.db")


def test_the_scale_shortens_times_and_leaves_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_PACE_SCALE", "0.05")
    pace = load(env_file=None).table_pace()
    assert pace.next_hand == pytest.approx(0.6)
    assert pace.bury == Pace().bury


def test_the_example_lists_every_setting_with_its_default() -> None:
    example = Path(__file__).parents[1].joinpath(".env.example").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^(?:# )?(MUSBOT_[A-Z_]+)=(.*)$", example, re.MULTILINE))
    expected = {f"MUSBOT_PACE__{field.name.upper()}": field.default for field in fields(Pace)}
    for name, field in Settings.model_fields.items():
        if name not in ("pace", "token"):
            expected[f"MUSBOT_{name.upper()}"] = field.default
    assert set(listed) == set(expected) | {"MUSBOT_TOKEN"}
    for name, default in expected.items():
        said = float(listed[name]) if isinstance(default, float | int) else listed[name]
        assert said == (default if isinstance(default, float | int) else str(default)), name
