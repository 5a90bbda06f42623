"""All settings. PROFILE decides; profile.py says how, and refuses what contradicts itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from config import (
    accidents,
    addresses,
    allowances,
    bundles,
    databasefile,
    databasenote,
    languages,
    logs,
    mail,
    storage,
)
from config.arriving import Limits
from config.env import Env
from config.profile import profile, replica
from config.timezone import time_zone
from config.version import version

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = version(BASE_DIR)
ENV = Env(os.environ)
with ENV.together():
    PROFILE = profile(ENV)
    # The accidents after which the organiser wants to go on all the same.
    GO_ON = ENV.choices("GO_ON", *accidents.CHOICES)
    TIME_ZONE = time_zone(ENV)
    # How much faster than usual phones may ask and write.
    PHONE_PACE = ENV.number("PHONE_PACE", 1, 1, 100_000)
    METRICS_PORT = ENV.number("METRICS_PORT", 0, 0, 65535)  # on 127.0.0.1, for monitoring; 0: none
    LOG = ENV.choice("LOG", "file", "stdout")
    # A server that follows the other one; pages for everybody may be read there (replica.py).
    REPLICA = replica(ENV, PROFILE)
    # Of each club of a federation; its operators may say otherwise for one.
    CLUB_QUOTAS = allowances.quotas(ENV)
    REQUESTS = ENV.flag("REQUESTS", default=True)  # may clubs ask for a place on a federation's server?
DATA_DIR = storage.data_dir(ENV.text("STAMMTISCH_DATA"), BASE_DIR)
DATABASE_FILE = DATA_DIR / "stammtisch.sqlite3"  # of a club
# What was known of the database when it was last in use; of a federation's it lies here too.
NOTE_FILE = databasenote.file_for(DATABASE_FILE if PROFILE.club else DATA_DIR / "postgresql")
PROXY_FILE = DATA_DIR / "proxy.json"  # how the proxy in front behaves
METRICS_DIR = DATA_DIR / "metrics"


def _cards_may_be_printed() -> bool:
    note = databasenote.read(NOTE_FILE)
    return bool(note and note.in_use) or (PROFILE.club and databasefile.in_use(DATABASE_FILE))


SECRET_KEY = storage.secret_key(DATA_DIR / "secret-key", _cards_may_be_printed, GO_ON)
DEBUG = PROFILE.dev
ALLOWED_HOSTS = addresses.allowed_hosts(PROFILE.hosts) if PROFILE.club else PROFILE.hosts

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "tournaments",  # before staticfiles, whose runserver it replaces
    "django.contrib.staticfiles",
    "django_htmx",
]
MIDDLEWARE = [
    "config.requestlog.RequestLog",
    "tournaments.safekeeping.servermark.ServerMark",
    "config.security.SecurityHeaders",
    "config.guard.Guard",
    "config.behindproxy.BehindProxy",
    "config.packing.Packing",
    "django.middleware.security.SecurityMiddleware",
    "config.newerfiles.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.access.sessions.Sliding",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.errorpages.OnlyByButton",
    "config.notsaved.NotSaved",
]
ROOT_URLCONF = "config.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database: "saved" means that it survives a power cut ---------------------------------------------------

SQLITE: dict[str, Any] = {
    "ENGINE": "config.sqlite",
    "NAME": DATABASE_FILE,
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        # A transaction that reads first and writes later would otherwise fail at once under load.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,  # shorter than a phone's patience of 8 seconds
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=FULL;"  # NORMAL loses acknowledged hands in a power cut
            "PRAGMA foreign_keys=ON;"
            "PRAGMA fullfsync=ON;"  # the next two matter on macOS only
            "PRAGMA checkpoint_fullfsync=ON;"
            "PRAGMA cell_size_check=ON;"
        ),
    },
    # A file also in tests: a database in memory has no WAL.
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
DATABASE_ROUTERS = ["config.elsewhere.ElsewhereRouter"]
DATABASES = {"default": PROFILE.database or SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Of what is held for those who ask again. A club has 250 tables at most; with those of 200 events a laptop's
# sizes would hold nothing until the next hand of its table.
CACHE_ROOM = 1 if PROFILE.club else 8

# --- Languages and time -------------------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = list(languages.LANGUAGES.items())
# A server has words of its own where a laptop speaks of itself and of its Wi-Fi; what comes first counts.
SERVER_WORDS = BASE_DIR / "locale-server"
LOCALE_PATHS = [*([] if PROFILE.club else [SERVER_WORDS]), BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True

# --- Static files: collected under hashed names, so that browsers may keep them for ever --------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [directory for directory in [BASE_DIR / "static"] if directory.is_dir()]
# Made when static files are collected, of parts that every page needs.
BUNDLE_DIR = DATA_DIR / "bundles"
BUNDLES = {
    "app.js": (
        "django_htmx/htmx-2.min.js",
        "poll.js",
        "shelf.js",
        "outbox.js",
        "table.js",
        "keeping.js",
        "unsent.js",
        "dock.js",
        "later.js",
    ),
    # What a table's page fetches when it has nothing better to do.
    "moving.js": ("moving.js",),  # fetched where a spare laptop is near
    "quiet.js": ("journal.js", "vendor/lean-qr.js", "handover.js"),
    **{name: (name,) for name in bundles.of_phones(BASE_DIR / "static")},
}
STATICFILES_FINDERS = [
    "config.bundles.BundleFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # no media directory
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Limits -------------------------------------------------------------------------------------------------

KB = 1024
MB = 1024 * KB
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * KB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # a list of 400 people, each with its cells
DATA_UPLOAD_MAX_NUMBER_FILES = 2
MAX_BODY = 1024 * KB + 64 * KB  # a list of players of 1 MB and the form around it; more is refused unread
LARGE_BODY = 64 * MB  # the file of a whole event: at the laptop itself, and with a ticket (config/tickets.py)
LARGE_BODY_PATHS = ("/desk/take-in/",)
AROUND_A_FILE = 64 * KB  # of a form: the rest of it
HEADER_SECONDS = 10.0  # until headers are complete; also the end of a connection nobody uses
HAND_BODY = 8 * KB  # what a table's phone sends of one hand
ARRIVING = Limits()  # how long bodies may take, and how many of them one address may have under way
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY  # what is larger waits on the disk
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- Accounts and cookies -----------------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["tournaments.access.logins.Logins"]
SESSION_COOKIE_AGE = 24 * 60 * 60  # after the last use; who stays logged in: tournaments/access/sessions.py
# In a club the organisers' desk is the laptop itself; switched on, other devices may log in over the Wi-Fi.
DESK_IN_WIFI = ENV.flag("DESK_IN_WIFI")
LOGIN_URL = "desk-login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
SESSION_SAVE_EVERY_REQUEST = False  # reading never writes
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PROFILE.https

# --- Mails, of a federation that has a mail server ----------------------------------------------------------

MAIL = mail.mail_server(ENV, club=PROFILE.club)
EMAIL_HOST, EMAIL_PORT, EMAIL_TIMEOUT = MAIL.host, MAIL.port, mail.TIMEOUT
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.tls, MAIL.ssl
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL.sender or "stammtisch@localhost"

# --- Headers ------------------------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not no-referrer: forms would then be sent with "Origin: null" and be refused.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# What a browser accepts over https only. Over a club's plain http it breaks the site or fills the console.
SECURE_SSL_REDIRECT = PROFILE.https
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked by the proxy itself
SECURE_HSTS_SECONDS = 31_536_000 if PROFILE.https else 0
# A promise for every name below this one; whoever owns them all may give it.
SECURE_HSTS_INCLUDE_SUBDOMAINS = PROFILE.https and ENV.flag("HSTS_SUBDOMAINS")
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PROFILE.https else None
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROFILE.https else None
# Of `check --deploy`: over https promises that only a domain's owner can give (W005, W021); over
# http what it cannot have: HSTS, redirect to https, secure cookies.
SILENCED_SYSTEM_CHECKS = (
    ["security.W005", "security.W021"]
    if PROFILE.https
    else ["security.W004", "security.W008", "security.W012", "security.W016"]
)

# --- Messages and log ---------------------------------------------------------------------------------------

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
LOG_FILE = DATA_DIR / "log" / "stammtisch.jsonl"
LOGGING = logs.configuration(LOG_FILE, to_stdout=LOG == "stdout")
