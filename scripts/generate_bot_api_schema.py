"""Write musbot/emulator/bot_api.json, the machine-readable Bot API that the emulator checks requests against.

The facts come from the npm package `@gramio/types` (MIT), which is generated from Telegram's own documentation.
This script fetches the package with `npm pack` (or reads a folder it was unpacked to), keeps methods, parameters,
fields and types, drops every sentence of documentation, and writes one line per method and per type, so that a
newer Bot API shows as a readable diff. The package's licence goes to musbot/emulator/NOTICE.

Usage: python scripts/generate_bot_api_schema.py [--version 10.3.1 | --package FOLDER]
"""

import argparse
import json
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@gramio/types"
VERSION = "10.3.1"
EMULATOR = Path(__file__).resolve().parent.parent / "musbot" / "emulator"

_DECLARATION = re.compile(r"^export (?:declare )?interface (\w+)[^{]*\{", re.MULTILINE)
_ALIAS = re.compile(
    r"^export (?:declare )?type (\w+)(?:<[^=]*>)?\s*=\s*(.*?)(?=\n\s*\n|\n/\*\*|\nexport|\Z)",
    re.S | re.MULTILINE,
)
_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_FIELD = re.compile(r"^ {4}(\w+)(\?)?:\s*(.*?)(?=^ {4}\w+\??:|\Z)", re.DOTALL | re.MULTILINE)
_CALL = re.compile(r"^ {4}(\w+): CallAPI(\w*)<(.*?)>\s*(?=^ {4}\w+: CallAPI|^\})", re.DOTALL | re.MULTILINE)
_BASED_ON = re.compile(r"Based on Bot API v([\d.]+) \((\d+)\.(\d+)\.(\d+)\)")
_UPDATE_KEYS = re.compile(r'Exclude<\s*keyof\s+(?:Objects\.)?TelegramUpdate,\s*"update_id"\s*>')


def split_union(text: str) -> list[str]:
    """Cut a TypeScript type at the `|` that are not inside brackets or quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "<({[":
            depth += 1
        elif char in ">)}]":
            depth -= 1
        elif char == "|" and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def plain_type(text: str, update_keys: str = "") -> str:
    """Turn a TypeScript type into the small language of bot_api.json: names, literals, `A | B`, `T[]`.

    Args:
        text: The type as the package writes it.
        update_keys: What stands for "any field of Update but its number".

    Returns:
        The type without namespaces, without helper objects such as `{ toString(): string }`, each member once.
    """
    text = _UPDATE_KEYS.sub(f"({update_keys})", re.sub(r"\s+", " ", text).strip().rstrip(";"))
    text = re.sub(r"\b(?:Objects|Params)\.", "", text)
    text = re.sub(r"\bTelegram(?=[A-Z])", "", text)
    members = [part for part in split_union(text) if not part.startswith("{")]
    return " | ".join(dict.fromkeys(members))


def _body(text: str, brace: int) -> str:
    depth = 0
    for place in range(brace, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[brace + 1 : place]
    raise ValueError("an interface without an end")


def _fields(body: str, update_keys: str) -> dict[str, str]:
    return {
        match[1] + (match[2] or ""): plain_type(match[3], update_keys)
        for match in _FIELD.finditer(body)
    }  # fmt: skip


def _interfaces(text: str, update_keys: str) -> dict[str, dict[str, str]]:
    return {
        match[1]: _fields(_body(text, match.end() - 1), update_keys) for match in _DECLARATION.finditer(text)
    }


def _aliases(text: str, update_keys: str) -> dict[str, str]:
    return {match[1]: plain_type(match[2], update_keys) for match in _ALIAS.finditer(text)}


def build_schema(folder: Path, version: str) -> dict[str, object]:
    """Read the unpacked package and give the schema.

    Args:
        folder: The package's `out` folder with `objects.d.ts`, `params.d.ts` and `methods.d.ts`.
        version: The package's version, recorded in the file.

    Returns:
        `{"package", "bot_api", "date", "methods": {name: {"params": {name[?]: type}, "returns": type}},
        "types": {name: {field[?]: type} | type}}`; `?` after a name marks what may be left out.
    """
    objects, params, methods = (
        (folder / name).read_text(encoding="utf-8")
        for name in ("objects.d.ts", "params.d.ts", "methods.d.ts")
    )
    based = _BASED_ON.search(methods)
    if based is None:
        raise ValueError("the package does not say which Bot API it describes")
    objects, params, methods = (_COMMENT.sub("", text) for text in (objects, params, methods))
    update = _interfaces(objects, "")["TelegramUpdate"]
    keys = " | ".join(f'"{name.rstrip("?")}"' for name in update if name != "update_id")
    local = _aliases(params, keys)
    types: dict[str, object] = {}
    types.update(_interfaces(objects, keys))
    types.update(_aliases(objects, keys))
    types = {name.removeprefix("Telegram"): value for name, value in types.items()}
    arguments = _interfaces(params, keys)
    calls: dict[str, object] = {}
    for match in _CALL.finditer(methods):
        named = re.search(r"Params\.(\w+)", match[3])
        returns = match[3] if named is None else match[3].split(",", 1)[1]
        fields = {} if named is None else arguments[named[1]]
        calls[match[1]] = {
            "params": {name: local.get(kind, kind) for name, kind in fields.items()},
            "returns": plain_type(returns, keys),
        }
    return {
        "package": f"{PACKAGE} {version}",
        "bot_api": based[1],
        "date": f"{based[4]}-{based[3]}-{based[2]}",
        "methods": calls,
        "types": types,
    }


def render(schema: dict[str, object]) -> str:
    """Give the file's text: one line per method and per type, sorted by name."""
    lines = ["{"]
    lines += [f"{json.dumps(key)}: {json.dumps(schema[key])}," for key in ("package", "bot_api", "date")]
    for key, end in (("methods", ","), ("types", "")):
        table = schema[key]
        assert isinstance(table, dict)
        lines.append(f"{json.dumps(key)}: {{")
        rows = [
            f"{json.dumps(name)}: {json.dumps(table[name], ensure_ascii=False, separators=(',', ':'))}"
            for name in sorted(table)
        ]
        lines.append(",\n".join(rows))
        lines.append("}" + end)
    lines.append("}")
    return "\n".join(lines) + "\n"


def notice(licence: str, version: str) -> str:
    """Give the text of musbot/emulator/NOTICE: what the schema was made from and its licence."""
    return (
        f"bot_api.json in this folder was generated by scripts/generate_bot_api_schema.py from the npm package\n"
        f"{PACKAGE} {version} (https://github.com/gramiojs/types), which is under this licence:\n\n{licence.strip()}\n"
    )


def fetch(version: str, into: Path) -> Path:
    """Download and unpack the package with npm; gives the folder `package`."""
    subprocess.run(
        ["npm", "pack", "--silent", f"{PACKAGE}@{version}"], cwd=into, check=True, stdout=subprocess.DEVNULL
    )
    with tarfile.open(next(into.glob("*.tgz"))) as archive:
        archive.extractall(into, filter="data")
    return into / "package"


def main() -> None:
    """Read the arguments, write bot_api.json and NOTICE."""
    parser = argparse.ArgumentParser(description="Generate the emulator's Bot API schema.")
    parser.add_argument("--version", default=VERSION, help="version of the npm package")
    parser.add_argument("--package", type=Path, help="an unpacked package, instead of downloading it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        package = options.package or fetch(options.version, Path(temporary))
        version = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
        schema = build_schema(package / "out", version)
        licence = (package / "LICENSE").read_text(encoding="utf-8")
    (EMULATOR / "bot_api.json").write_text(render(schema), encoding="utf-8")
    (EMULATOR / "NOTICE").write_text(notice(licence, version), encoding="utf-8")
    methods, types = schema["methods"], schema["types"]
    assert isinstance(methods, dict)
    assert isinstance(types, dict)
    print(f"Bot API {schema['bot_api']} of {schema['date']}: {len(methods)} methods, {len(types)} types")


if __name__ == "__main__":
    main()
