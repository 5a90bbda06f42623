"""System checks of the settings. Ids stammtisch.E001 to E099; the app's own begin at E101."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

# What only https can have. One of them over http locks everyone out; one missing over https leaks a cookie.
HTTPS_ONLY = (
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "LANGUAGE_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
    "SECURE_CROSS_ORIGIN_OPENER_POLICY",
)


@register(Tags.security)
def one_switch(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """PROFILE decides about https as a whole; no setting stands alone."""
    https = settings.PROFILE.https
    return [
        Error(
            f"{name} does not fit PROFILE={settings.PROFILE.name}.",
            hint="Do not set it by itself: config/settings.py derives it from PROFILE.",
            id="stammtisch.E001",
        )
        for name in HTTPS_ONLY
        if bool(getattr(settings, name)) != https
    ]


@register(Tags.security)
def nothing_open(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    check_messages: list[CheckMessage] = []
    if settings.DEBUG and not settings.PROFILE.dev:
        check_messages.append(
            Error("DEBUG is on without DEV=1.", hint="It shows settings to visitors.", id="stammtisch.E002")
        )
    if any(host == "*" or host.startswith(".") for host in settings.ALLOWED_HOSTS):
        check_messages.append(
            Error("ALLOWED_HOSTS contains a pattern.", hint="List every name.", id="stammtisch.E003")
        )
    policy = settings.SECURE_CSP
    if policy.get("default-src") != ["'none'"] or any(
        source.startswith("'unsafe") or "*" in source for sources in policy.values() for source in sources
    ):
        check_messages.append(
            Error(
                "SECURE_CSP allows more than our own files.",
                hint="Scripts and styles belong into files under static/.",
                id="stammtisch.E004",
            )
        )
    if settings.SECURE_REFERRER_POLICY == "no-referrer":
        check_messages.append(
            Error(
                "SECURE_REFERRER_POLICY is no-referrer.",
                hint='Forms would be sent with "Origin: null" and be refused. Take same-origin.',
                id="stammtisch.E005",
            )
        )
    if settings.SESSION_SAVE_EVERY_REQUEST:
        check_messages.append(
            Error("SESSION_SAVE_EVERY_REQUEST makes reading write.", hint="Remove it.", id="stammtisch.E006")
        )
    return check_messages
