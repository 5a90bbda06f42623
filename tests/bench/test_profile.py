"""Where the time of a path goes: how it is counted."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

import django
from django.template import Context, Engine

from bench import profile
from bench.profile import Templates, own_costs, place_of, room_of


def sorts(times: int) -> None:
    for _time in range(times):
        sorted(range(1000), key=lambda number: -number)


def test_what_is_built_in_costs_its_callers() -> None:
    profiler = cProfile.Profile()
    profiler.runcall(sorts, 20)
    costs = own_costs(pstats.Stats(profiler))
    names = {function[2]: calls for function, (calls, _seconds) in costs.items()}
    assert not any(file == "~" for file, _line, _name in costs)
    assert names["sorts"] == 1
    assert names["<lambda>"] == 20_000
    stats = pstats.Stats(profiler)
    (in_itself,) = (seconds for function, (_calls, seconds) in costs.items() if function[2] == "sorts")
    (alone,) = (row[2] for function, row in stats.stats.items() if function[2] == "sorts")  # type: ignore[attr-defined]
    assert in_itself > alone


def test_functions_belong_to_rooms() -> None:
    library = Path(django.__file__).parent
    assert room_of(str(profile.ROOT / "tournaments" / "table" / "views" / "table.py")) == "tournaments.table"
    assert room_of(str(profile.ROOT / "config" / "guard.py")) == "config.guard"
    assert room_of(str(library / "template" / "base.py")) == "django.template"
    assert room_of("/usr/lib/python3.11/json/decoder.py") == "Python: decoder"
    assert (
        place_of((str(library / "template" / "base.py"), 7, "render")) == "render (django/template/base.py:7)"
    )
    assert place_of((str(profile.ROOT / "config" / "guard.py"), 36, "go")) == "go (config/guard.py:36)"


def test_templates_are_counted_with_and_without_those_inside() -> None:
    engine = Engine(
        loaders=[
            (
                "django.template.loaders.locmem.Loader",
                {"page": "{% for x in xs %}{% include 'row' %}{% endfor %}", "row": "{{ x }}"},
            )
        ]
    )
    page = engine.get_template("page")
    templates = Templates()
    with templates.watched():
        assert page.render(Context({"xs": range(3)})) == "012"
    page.render(Context({"xs": range(3)}))  # nobody looks any more
    assert templates.times == {"page": 1, "row": 3}
    assert templates.whole["page"] >= templates.alone["page"] + templates.whole["row"] - 1e-9
