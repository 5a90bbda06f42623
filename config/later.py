"""Views whose module is loaded when one of them is asked for the first time.

A start is paid for by everybody, what only the desk needs by whoever goes there.

    if TYPE_CHECKING:  # the same names for mypy, and for whoever looks who imports whom
        from tournaments.desk.views import papers
    else:
        papers = LazyViews("tournaments.desk.views.papers")
    path("paper/", papers.papers)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class LazyViews:
    """A module of views. Its attributes are views, whether it has them or not: mypy tells."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> LazyView:
        return LazyView(self._module, name)


class LazyView:
    """A view, with all that its decorators wrote on it."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__, self.__qualname__ = module, name, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._view(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name == "view_class":  # Django asks all views for it; ours are functions
            raise AttributeError(name)
        return getattr(self._view, name)

    @property
    def _view(self) -> Any:
        return getattr(import_module(self.__module__), self.__name__)
