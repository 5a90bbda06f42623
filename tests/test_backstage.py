"""Behind the scenes of a server: sentences answer, see its data, and leave nothing behind."""

from __future__ import annotations

import pytest

from tests import backstage
from tests.patience import wait_until
from tests.server import RealServer


def test_a_sentence_is_answered_by_what_it_printed(real_server: RealServer) -> None:
    first = real_server.python("import os\nsecret = 1\nprint(os.getpid())")
    assert real_server.python("import os\nprint('secret' in dir(), os.getpid())") == f"False {first}"


def test_a_sentence_that_fails_says_where_and_the_next_one_is_answered(real_server: RealServer) -> None:
    with pytest.raises(AssertionError, match=r"line 2(.|\n)*ZeroDivisionError(.|\n)*before"):
        real_server.python("print('before')\n1 / 0")
    with pytest.raises(AssertionError, match="SystemExit"):
        real_server.python("raise SystemExit")
    assert real_server.python("print('after')") == "after\n"


def test_a_sentence_sees_the_servers_data_and_its_program_s_output_is_no_answer(
    real_server: RealServer,
) -> None:
    code = "import subprocess\nsubprocess.run(['echo', 'aside'])\nsubprocess.run(['cat'])\n"
    code += "from django.conf import settings\nprint(settings.DATABASES['default']['NAME'])"
    assert real_server.python(code).strip().startswith(str(real_server.data))


def test_the_next_sentence_has_a_connection_of_its_own(real_server: RealServer) -> None:
    """What one sentence has locked is free for the next, and for the server."""
    lock = "from django.db import connection\nconnection.cursor().execute('BEGIN IMMEDIATE')"
    for _time in range(2):
        assert real_server.python(lock) == ""


def test_it_ends_with_its_server_and_begins_again(real_server: RealServer) -> None:
    before = real_server.python("import os\nprint(os.getpid())")
    process = backstage._open[real_server.data].process
    backstage.close(real_server.data)
    assert process.poll() is not None
    assert real_server.python("import os\nprint(os.getpid())") != before
    process = backstage._open[real_server.data].process
    process.kill()
    wait_until(lambda: process.poll() is not None, "the killed process")
    assert real_server.python("print(2)") == "2\n"
