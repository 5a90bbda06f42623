"""The people of the sample club: names as they are at any table, and nobody who exists."""

from __future__ import annotations

from tournaments.models import SAMPLE, Player

CLUBS = ("Kartenfreunde Muster", "SC Beispiel", "TV Probstein", "Trumpf 08 Neudorf")
LADIES = "Damen"
NAMES = (
    *("Anna Brandner", "Bernd Weiler", "Christa Holzer", "Dieter Amann", "Eva Lindner", "Franz Rombach"),
    *("Gisela Feger", "Hans Kienzler", "Ida Burger", "Josef Dilger", "Käthe Sauter", "Lukas Hummel"),
    *("Martha Ganter", "Norbert Isele", "Olga Pfaff", "Peter Zähringer", "Renate Volk", "Stefan Ketterer"),
    *("Theresia Löffler", "Uwe Metzger", "Verena Schätzle", "Walter Obert", "Xaver Ruf", "Yvonne Thoma"),
    *("Zita Wehrle", "Alois Beha", "Beate Duffner", "Clemens Eble", "Doris Faller", "Erwin Grieshaber"),
    *("Frieda Haas", "Georg Jehle", "Helga Kern", "Ingo Lehmann", "Jutta Moser", "Klaus Nopper"),
    *("Lina Ohnmacht", "Manfred Pfister", "Nadine Reber", "Oskar Steiert"),
)
OF_LADIES = (
    *("Anna", "Christa", "Eva", "Gisela", "Ida", "Käthe", "Martha", "Olga", "Renate", "Theresia", "Verena"),
    *("Yvonne", "Zita", "Beate", "Doris", "Frieda", "Helga", "Jutta", "Lina", "Nadine"),
)


def invited() -> list[Player]:
    """All of them, in the order of their names in the list; they are added where they are not there yet."""
    there = {player.name: player for player in Player.objects.filter(tenant=SAMPLE)}
    for number, name in enumerate(NAMES):
        if name not in there:
            category = LADIES if name.partition(" ")[0] in OF_LADIES else ""
            club = CLUBS[number % len(CLUBS)]
            there[name] = Player.objects.create(tenant_id=SAMPLE, name=name, club=club, category=category)
    return [there[name] for name in NAMES]
