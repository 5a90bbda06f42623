"""Several processes and one SQLite file: no lock of ours reaches from one to the other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.processes import ROOT, run
from tests.server import copy_prepared

WRITER = """
import json, sys, uuid, django
django.setup()
from tournaments import ledger
from tournaments.models import Sitting
sitting, seat = Sitting.objects.get(), int(sys.argv[1])
answers = []
print("ready", flush=True)
sys.stdin.readline()
for number in range(1, 21):
    hand = {"declarer": seat, "contract": "eine", "points": 47}
    try:
        recorded = ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), hand_no=number, raw=hand)
        answers.append(["written", str(recorded.entry.pk)])
    except ledger.HandTaken as refused:
        answers.append(["taken", str(refused.entry.pk)])
print(json.dumps(answers))
"""


def test_processes_that_share_nothing_but_the_file_agree_on_every_hand(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "STAMMTISCH_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.config.patient",
    }
    tmp_path.chmod(0o700)
    copy_prepared(tmp_path)
    begin = "import django; django.setup(); from tests.tournaments.builders import a_sitting; a_sitting()"
    begun = run([sys.executable, "-c", begin], env=environment)
    assert begun.returncode == 0, begun.stderr
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(seat)],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for seat in (1, 2, 3)
    ]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    outputs = []
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        output, _nothing = writer.communicate()
        assert writer.returncode == 0
        outputs.append(json.loads(output))
    for hand in zip(*outputs, strict=True):
        assert Counter(verdict for verdict, _entry in hand) == Counter(written=1, taken=2)
        assert len({entry for _verdict, entry in hand}) == 1
    done = run([sys.executable, "manage.py", "rebuild", "--check"], env=environment)
    assert (done.returncode, done.stdout) == (0, "1 tables, 20 entries: all in order.\n"), done.stderr
