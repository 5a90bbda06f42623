"""A PostgreSQL server that writes and one that follows it, as on two machines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from faults.frame import Stage
from tests import postgres
from tests.patience import wait_until
from tests.postgres import Cluster

STATE = "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'"
LINK = "host={host} user=tester dbname=postgres"
CHECKSUMS = "-k"  # with them pg_rewind can find out what a server has to forget
KEEP = "ALTER SYSTEM SET wal_keep_size = '1GB'"  # in which it reads that, also after some checkpoints


@dataclass
class Machines:
    """Two of them; who writes and who follows changes."""

    writer: Cluster
    follower: Cluster

    @property
    def url(self) -> str:
        """Both, for DATABASE_URL."""
        hosts = sorted([str(self.writer.directory), str(self.follower.directory)])
        return f"postgresql://tester@/postgres?host={','.join(hosts)}&target_session_attrs=read-write"

    def take_over(self) -> None:
        """The follower writes from now on, and waits for nobody."""
        self.writer, self.follower = self.follower, self.writer
        wait_for_nobody(self.writer)
        self.writer.ask("SELECT pg_promote()")

    def wait_for_follower(self) -> None:
        """Nothing is saved any more before it is on both."""
        names = f"ALTER SYSTEM SET synchronous_standby_names = '{name_of(self.follower)}'"
        self.writer.ask(names, "SELECT pg_reload_conf()")
        wait_until(lambda: self.writer.ask(STATE) == [("sync",)], "the standby")

    def rewind(self) -> None:
        """The one that was away forgets what the other does not know, and follows it."""
        self.writer.ask("CHECKPOINT")  # before it pg_rewind does not see that another timeline has begun
        source = LINK.format(host=self.writer.directory)
        self.follower.run(
            "pg_rewind",
            f"--source-server={source}",
            "-R",
            "--no-sync",
        )
        self.follower.start()


def name_of(cluster: Cluster) -> str:
    """By which the other one knows it."""
    return cluster.directory.name.replace("-", "_")


def wait_for_nobody(cluster: Cluster) -> None:
    """Whoever takes over alone would wait for ever."""
    cluster.ask("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")


@contextmanager
def machines(stage: Stage) -> Iterator[Machines]:
    """A server and its standby, without which nothing is saved."""
    programs = postgres.binaries()
    if programs is None:
        stage.say("PostgreSQL is not installed here")
        sys.exit(3)
    with postgres.new_cluster(programs) as writer, postgres.new_cluster(programs) as follower:
        writer.run(*postgres.INITDB, CHECKSUMS)
        for cluster in (writer, follower):
            cluster.settings = (*cluster.settings, f"cluster_name={name_of(cluster)}")
        writer.start()
        writer.ask(KEEP)
        follow(follower, writer)
        both = Machines(writer, follower)
        both.wait_for_follower()
        yield both


def follow(follower: Cluster, writer: Cluster) -> None:
    """A copy of the server, which goes on following it."""
    source = LINK.format(host=writer.directory)
    follower.run("pg_basebackup", "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
    follower.start()
