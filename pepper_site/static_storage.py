"""How static files are kept for serving: hashed and compressed, the very large ones without taking half a minute."""

from typing import Any

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

LARGE = 2_000_000
QUICK = 7  # of 11; the large build of the script of the charts is ready some thirty times as soon


class PatientCompressor(Compressor):
    """Compresses as well as it can what is small, and well enough what is large."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        packed: bytes = brotli.compress(data, quality=QUICK if len(data) > LARGE else 11)
        return packed


class StaticStorage(CompressedManifestStaticFilesStorage):
    """The site's static files."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return PatientCompressor(**kwargs)
