"""Photos and documents: uploaded, sent again by `file_id`, downloaded."""

import hashlib
import struct
from dataclasses import dataclass, field

from musbot.emulator.core.errors import ApiError, bad_request
from musbot.emulator.core.model import StoredFile
from musbot.emulator.core.outcome import Upload
from musbot.emulator.core.ports import Json

MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_SIDES = 10_000
MAX_RATIO = 20


def image_size(content: bytes) -> tuple[int, int] | None:
    """Read width and height from the header of a PNG or JPEG; `None` for anything else."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + struct.unpack(">H", content[place + 2 : place + 4])[0]
    return None


@dataclass(slots=True)
class FileStore:
    """Files by id; ids are made in order, so that runs are repeatable."""

    by_id: dict[str, StoredFile] = field(default_factory=dict)

    def store(self, upload: Upload, kind: str) -> StoredFile:
        """Keep an upload.

        Args:
            upload: The bytes.
            kind: "photo" or "document".

        Raises:
            ApiError: 400 for an empty file, or a photo that is none, too big or too narrow.
        """
        if not upload.content:
            raise bad_request("file must be non-empty")
        width, height = _photo_size(upload) if kind == "photo" else (0, 0)
        unique = hashlib.sha256(upload.content).hexdigest()[:15]
        file_id = f"{'AgACAgQ' if kind == 'photo' else 'BQACAgQ'}AAx{len(self.by_id) + 1:06d}{unique}"
        file = StoredFile(
            file_id, f"AQAD{unique}", upload.content, kind, upload.filename, upload.mime_type, width, height
        )
        self.by_id[file_id] = file
        return file

    def resolve(self, value: object, name: str, kind: str, uploads: dict[str, Upload]) -> StoredFile:
        """Find the file that a parameter means: an upload of that name, `attach://...`, or a known `file_id`.

        Raises:
            ApiError: 400 with the Bot API's text.
        """
        if name in uploads:
            return self.store(uploads[name], kind)
        if isinstance(value, str) and value.startswith("attach://"):
            upload = uploads.get(value.removeprefix("attach://"))
            if upload is None:
                raise bad_request(f"there is no {kind} in the request")
            return self.store(upload, kind)
        if not isinstance(value, str) or not value:
            raise bad_request(f"there is no {kind} in the request")
        file = self.by_id.get(value)
        if file is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        if file.kind != kind:
            raise bad_request(f"can't use file of type {file.kind.title()} as {kind.title()}")
        return file

    def describe(self, file_id: str) -> Json:
        """Give a `File` for `getFile`.

        Raises:
            ApiError: 400 for an unknown id.
        """
        file = self.by_id.get(file_id)
        if file is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        return {
            "file_id": file.file_id,
            "file_unique_id": file.unique_id,
            "file_size": len(file.content),
            "file_path": f"{file.kind}s/{file.file_id}",
        }

    def download(self, path: str) -> StoredFile:
        """Find the file behind a `file_path`.

        Raises:
            ApiError: 404.
        """
        file = self.by_id.get(path.rpartition("/")[2])
        if file is None:
            raise ApiError(404, "Not Found")
        return file


def _photo_size(upload: Upload) -> tuple[int, int]:
    if len(upload.content) > MAX_PHOTO_BYTES:
        raise bad_request(
            f"file of size {len(upload.content)} bytes is too big for a photo; "
            f"the maximum size is {MAX_PHOTO_BYTES} bytes"
        )
    size = image_size(upload.content)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = size
    if width + height > MAX_SIDES or max(width, height) > MAX_RATIO * max(min(width, height), 1):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return size
