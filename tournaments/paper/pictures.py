"""Pictures from outside: the logo of a club. They are judged before anything is drawn."""

from __future__ import annotations

import io
import warnings

from PIL import Image

from scoring.text import mark as _
from scoring.text import say
from tournaments.paper.logos import BadPicture, Logo

MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 25_000_000
MOST_SCANS = (
    100  # of a JPEG that gets clearer by and by; ten are usual, and each costs a whole picture's time
)
PRINTED_PIXELS = 1200  # the longer edge: 40 mm at 760 dpi; more only makes files slow
SCAN = b"\xff\xda"  # cannot stand within a picture's data
KINDS = {"PNG": "image/png", "JPEG": "image/jpeg"}


def read_logo(data: bytes) -> Logo:
    """A PNG or JPEG as it will be printed; raises BadPicture."""
    if len(data) > MOST_BYTES:
        raise BadPicture(say(_("The picture is larger than {most} MB."), most=MOST_BYTES // 1024**2))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=list(KINDS)) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise BadPicture(say(_("The picture has too many pixels.")))
                if picture.format == "JPEG" and data.count(SCAN) > MOST_SCANS:
                    raise BadPicture(say(_("This is not a PNG or JPEG picture, or it is broken.")))
                picture.load()
                return _reduced(picture)
    except BadPicture:
        raise
    except Exception as broken:  # a broken file makes the decoders raise nearly anything
        raise BadPicture(say(_("This is not a PNG or JPEG picture, or it is broken."))) from broken


def _reduced(picture: Image.Image) -> Logo:
    """No larger than print needs, with what is transparent in it, without anything else from the file."""
    clear = "transparency" in picture.info or picture.mode in ("RGBA", "LA", "PA")
    seen = picture.convert("RGBA" if clear else "RGB")
    seen.thumbnail((PRINTED_PIXELS, PRINTED_PIXELS))
    out = io.BytesIO()
    seen.save(out, "PNG")
    return Logo(out.getvalue(), *seen.size)
