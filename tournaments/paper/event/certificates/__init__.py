"""Certificates: three designs of vector graphics, upright and across, for people, pairs and teams."""

from __future__ import annotations

from tournaments.paper.event.certificates.pages import draw_certificates

__all__ = ["draw_certificates"]
