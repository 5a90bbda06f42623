"""System checks of the app: stored games known, stored rules readable. Ids from stammtisch.E101 on."""

from __future__ import annotations
