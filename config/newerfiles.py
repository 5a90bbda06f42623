"""Static files: also those that a newer version has collected while this one was serving."""

from __future__ import annotations

import os

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """whitenoise looks once, at the start. On a server two versions answer side by side during an update, and
    a page of one of them may ask the other for its files."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path.startswith(self.static_prefix) and path not in self.files and not settings.PROFILE.club:
            self.look_again(path)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def look_again(self, url: str) -> None:
        """Take the file into the list, if it is there by now."""
        root = os.path.join(os.path.abspath(settings.STATIC_ROOT), "")
        path = os.path.join(root, url[len(self.static_prefix) :])
        if self.url_is_canonical(url) and self.path_is_child_of(path, root) and os.path.isfile(path):
            try:
                self.add_file_to_dictionary(url, path)
            except MissingFileError:  # gone again
                return
