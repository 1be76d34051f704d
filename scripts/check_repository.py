"""The repository's own rules, those that ruff, mypy and import-linter cannot express.

- locks name packages, versions and hashes, never where to fetch them;
- no file holds a path of somebody's machine;
- a module of musbot has at most 400 lines;
- tasks are started by `musbot/app/nursery.py` alone, or inside an `asyncio.TaskGroup`;
- the pure packages import nothing but the standard library and musbot.

Each rule is a function from a file's path and text to what is wrong with it. `main` gives them every file
that git tracks or would add, prints one line for each fault and returns 1 when there was any.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

MAX_LINES = 400
NURSERY = "musbot/app/nursery.py"
PURE: Mapping[str, frozenset[str]] = {
    "musbot/engine/": frozenset(),
    "musbot/emulator/core": frozenset(),
    "musbot/players/": frozenset({"numpy"}),  # tables and policies are arrays
}
"""Packages that import nothing but the standard library, ours, and what is named here."""

_ADDRESS = re.compile(
    r"://|^\s*-(i|f)\b|--(index-url|extra-index-url|find-links|trusted-host)|\b[a-z0-9-]+\.(org|com|net)\b"
)
# Somebody's home or work folder at the start of a path. What stands before it may not make it a part of an
# address or of a longer path.
_MACHINE_PATH = re.compile(r"(?<![\w.~})-])/(?:home|Users|root|work)/[\w.]")
_STARTERS = frozenset({"create_task", "ensure_future"})

Rule = Callable[[str, str], Iterator[str]]


def no_address_in_locks(path: str, text: str) -> Iterator[str]:
    """Lines of a lock that say where packages come from: every developer's pip knows that itself."""
    if not re.fullmatch(r"requirements[\w-]*\.txt", path):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if _ADDRESS.search(line):
            yield f"{path}:{number}: a lock names no address or package source"


def no_machine_paths(path: str, text: str) -> Iterator[str]:
    """Lines with an absolute path that exists on one machine only."""
    for number, line in enumerate(text.splitlines(), 1):
        if _MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of one machine"


def modules_stay_small(path: str, text: str) -> Iterator[str]:
    """Modules of musbot over the limit."""
    if _is_module(path) and (lines := len(text.splitlines())) > MAX_LINES:
        yield f"{path}: {lines} lines, the limit is {MAX_LINES}: split it"


def tasks_start_in_the_nursery(path: str, text: str) -> Iterator[str]:
    """Calls that start a task elsewhere; nobody would hold it, nor hear of its error."""
    if not _is_module(path) or path == NURSERY:
        return
    tree = ast.parse(text, path)
    groups = set(_task_groups(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=receiver, attr=name)) if name in _STARTERS:
                started = ast.unparse(receiver) not in groups
            case ast.Call(func=ast.Name(id=name)) if name in _STARTERS:
                started = True
            case _:
                continue
        if started:
            yield f"{path}:{node.lineno}: {name}: start tasks in {NURSERY}"


def pure_packages_need_no_library(path: str, text: str) -> Iterator[str]:
    """Imports of third-party libraries in the packages that do without."""
    room = next((room for room in PURE if path.startswith(room)), None)
    if room is None or not _is_module(path):
        return
    allowed = sys.stdlib_module_names | {"musbot"} | PURE[room]
    for node in ast.walk(ast.parse(text, path)):
        match node:
            case ast.Import(names=names):
                modules = [name.name for name in names]
            case ast.ImportFrom(module=str(module), level=0):
                modules = [module]
            case _:
                continue
        for module in modules:
            if module.partition(".")[0] not in allowed:
                yield f"{path}:{node.lineno}: {module}: this package does without it"


RULES: tuple[Rule, ...] = (
    no_address_in_locks,
    no_machine_paths,
    modules_stay_small,
    tasks_start_in_the_nursery,
    pure_packages_need_no_library,
)


def problems(files: dict[str, str]) -> list[str]:
    """What is wrong with these files.

    Args:
        files: Text by path, relative to the repository's root and with forward slashes.

    Returns:
        One line for each fault, in the order of the files.
    """
    return [fault for path, text in files.items() for rule in RULES for fault in rule(path, text)]


def repository_files(root: Path) -> dict[str, str]:
    """The text files that git tracks or would add, by path.

    Raises:
        subprocess.CalledProcessError: `root` is not in a git checkout.
    """
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    files = {}
    for path in sorted(set(filter(None, listing.stdout.decode().split("\0")))):
        try:
            files[path] = (root / path).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):  # a picture; a file deleted and not yet committed
            continue
    return files


def main() -> int:
    """Check the repository that this file is in; the exit code is 1 when something is wrong."""
    files = repository_files(Path(__file__).resolve().parent.parent)
    faults = problems(files)
    for fault in faults:
        print(fault)
    print(f"{len(files)} files, {len(faults)} against the repository's rules")
    return 1 if faults else 0


def _is_module(path: str) -> bool:
    return path.startswith("musbot/") and path.endswith(".py")


def _task_groups(tree: ast.AST) -> Iterator[str]:
    """Names bound by `async with asyncio.TaskGroup() as name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncWith):
            for item in node.items:
                if item.optional_vars and ast.unparse(item.context_expr).endswith("TaskGroup()"):
                    yield ast.unparse(item.optional_vars)


if __name__ == "__main__":
    sys.exit(main())
