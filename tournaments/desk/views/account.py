"""One's own account: password, address for mails, passkeys, second factor, and where one is logged in."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.security import client_address
from tournaments.access import accounts, audit, credentials, logins, mails, passkeys, secondfactor, sessions
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.limits import (
    CLAIMS_PER_ADDRESS,
    FORGOTTEN_PER_ACCOUNT,
    LOGINS_PER_ACCOUNT,
    LOGINS_PER_ADDRESS,
    SECOND_STEPS,
)
from tournaments.access.requests import too_many
from tournaments.desk.rolewords import ROLES_IN_CLUB
from tournaments.desk.views.shared import REFUSED
from tournaments.models import ClubAccount, Passkey, Role

P = ParamSpec("P")
SALT = "salt"  # in the session: of the app that is being set up
ADDRESS = "stammtisch address of an account"
ADDRESS_COUNTS = 24 * 3600  # seconds
LONGEST_MAIL = 200


def of_account(
    view: Callable[Concatenate[HttpRequest, ClubAccount, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page of one's own account on a server: for who has one, and has shown his password just now."""

    def guarded(request: HttpRequest, actor: Actor, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if actor.user_id is None:
            return redirect("desk-accounts")
        if settings.PROFILE.club:
            return redirect("desk-password")
        if not sessions.is_sure(request):
            goal = request.get_full_path() if request.method != "POST" else reverse("desk-account")
            return redirect(f"{reverse('desk-sure')}?{urlencode({'next': goal})}")
        account = logins.with_club().get(pk=actor.user_id)
        return view(request, account, *args, **kwargs)

    return at_any_desk(without_second=True)(guarded)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(without_second=True)
def sure(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The password once more, before somebody changes locks with a device that was left open."""
    if actor.user_id is None or settings.PROFILE.club:
        return redirect("desk-accounts")
    account = ClubAccount.objects.get(pk=actor.user_id)
    goal = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(goal, {request.get_host()}, request.is_secure()):
        goal = reverse("desk-account")
    context = {"next": goal, "name": account.get_username(), "passkeys": passkeys.here(request)}
    if request.method != "POST":
        return render(request, "desk/sure.html", context)
    address = client_address(request)
    if not LOGINS_PER_ACCOUNT.allows(f"{account.get_username().casefold()} {address}"):
        return too_many(request)
    if not account.check_password(request.POST.get("password", "")):
        audit.note(request, "not-sure")
        return render(request, "desk/sure.html", {**context, "wrong": True}, status=REFUSED)
    sessions.make_sure(request)
    return HttpResponseRedirect(goal)


@require_safe
@of_account
def account(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """Everything about one's own account."""
    return _page(request, account)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(without_second=True)
def password(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Another password of one's own; all other sessions end by it."""
    if actor.user_id is None:
        return redirect("desk-accounts")
    account = logins.with_club().get(pk=actor.user_id)
    tried = f"{account.get_username().casefold()} {client_address(request)}"
    if request.method == "POST" and not LOGINS_PER_ACCOUNT.allows(tried):
        return too_many(request)
    form = PasswordChangeForm(account, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        changed = form.save()
        sessions.stay_in(request, changed)
        messages.success(request, gettext("The password is changed. Other devices are logged out."))
        return redirect("desk")
    context = {"form": form, "name": actor.name, "server": not settings.PROFILE.club}
    return render(request, "desk/password.html", context, status=REFUSED if form.is_bound else 200)


# --- the address for mails ------------------------------


@require_POST
@of_account
def mail(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """Ask the owner of an address whether he wants it; or have none any more."""
    typed = request.POST.get("mail", "").strip()[: LONGEST_MAIL + 1]
    if not typed:
        accounts.set_mail(user=account, mail="")
        messages.success(request, gettext("The address is removed."))
        return redirect("desk-account")
    try:
        validate_email(typed)
    except ValidationError:
        return _page(request, account, mail=typed, problem=gettext("This is not a mail address."))
    if not mails.here() or len(typed) > LONGEST_MAIL:
        return redirect("desk-account")
    if not FORGOTTEN_PER_ACCOUNT.allows(f"address {account.pk}"):
        return too_many(request)
    token = signing.dumps([account.pk, account.email, typed], salt=ADDRESS, compress=True)
    confirmation = mails.address_confirmation(
        to=typed,
        language=get_language() or settings.LANGUAGE_CODE,
        account=account.get_username(),
        address=f"{credentials.public_base(request)}{reverse('desk-address')}#{token}",
    )
    if not mails.send(confirmation):
        problem = gettext("The mail could not be sent. Please check the address, or try again later.")
        return _page(request, account, mail=typed, problem=problem)
    messages.success(
        request, gettext("A mail is on its way to {mail}. Its link confirms the address.").format(mail=typed)
    )
    return redirect("desk-account")


@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Where the link of such a mail leads; what it says comes back from the fragment."""
    if request.method != "POST":
        return render(request, "desk/address.html")
    if not CLAIMS_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    try:
        pk, before, confirmed = signing.loads(
            request.POST.get("code", ""), salt=ADDRESS, max_age=ADDRESS_COUNTS
        )
    except (signing.BadSignature, ValueError):
        return render(request, "desk/address.html", {"broken": True}, status=403)
    # Of two links only the first one counts: it starts from the address that was there.
    account = ClubAccount.objects.filter(pk=pk).first()
    if account is None or not accounts.set_mail(user=account, mail=confirmed, before=before):
        return render(request, "desk/address.html", {"broken": True}, status=403)
    audit.note(request, "address-confirmed", account=pk)
    return render(request, "desk/address.html", {"mail": confirmed})


# --- passkeys ------------------------------


@sensitive_post_parameters("answer")
@require_POST
@of_account
def passkey_make(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """Asked without an answer: what the browser has to make (JSON). With one: the passkey is kept."""
    if not passkeys.here(request):
        return redirect("desk-account")
    answer = request.POST.get("answer", "")
    if not answer:
        return HttpResponse(passkeys.ask_to_make(request, account), content_type="application/json")
    first = not secondfactor.has_any(account)
    try:
        passkeys.make(request, account, answer=answer, name=request.POST.get("name", ""))
    except passkeys.NotAccepted:
        problem = gettext("The passkey could not be added. Please try once more.")
        return _page(request, account, problem=problem)
    return _added(request, account, first=first, sentence=gettext("The passkey is added."))


@require_http_methods(["GET", "HEAD", "POST"])
@of_account
def passkey(request: HttpRequest, account: ClubAccount, passkey: uuid.UUID) -> HttpResponse:
    """One passkey: which device it is in."""
    row = get_object_or_404(Passkey, pk=passkey, user=account)
    context = {"passkey": row, "name": row.name}
    if request.method != "POST":
        return render(request, "desk/passkey.html", context)
    name = request.POST.get("name", "")
    try:
        passkeys.rename(passkey=row, name=name)
    except accounts.NotSo as refused:
        context |= {"name": name, "problems": refused.sentences}
        return render(request, "desk/passkey.html", context, status=REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-account")


@require_POST
@of_account
def passkey_remove(request: HttpRequest, account: ClubAccount, passkey: uuid.UUID) -> HttpResponse:
    """It opens this account no more."""
    row = get_object_or_404(Passkey, pk=passkey, user=account)
    if _is_last(account) and (owed := _owed(request, account)):
        return owed
    passkeys.remove(passkey=row)
    secondfactor.drop_useless_codes(user=account)
    messages.success(
        request,
        gettext("The passkey {name} is removed here. Delete it on your device too.").format(name=row.name),
    )
    return redirect("desk-account")


# --- the second factor ------------------------------


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@of_account
def app(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """Set an app up that makes codes: scan, then type the first code."""
    if request.method != "POST" or SALT not in request.session:
        request.session[SALT] = secondfactor.new_salt()
        return _app_page(request, account)
    if not SECOND_STEPS.allows(str(account.pk)) or not LOGINS_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    first = not secondfactor.has_any(account)
    salt = request.session[SALT]
    if not secondfactor.switch_on(user=account, salt=salt, typed=request.POST.get("code", "")):
        problem = gettext(
            "This code does not fit. Is the time right on the device with the app? Type the code it shows"
            " now."
        )
        return _app_page(request, account, problem=problem)
    del request.session[SALT]
    return _added(request, account, first=first, sentence=gettext("From now on the app's code is asked for."))


@require_POST
@of_account
def app_off(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """No codes of an app any more."""
    only_app = not Passkey.objects.filter(user=account).exists()
    if only_app and (owed := _owed(request, account)):
        return owed
    secondfactor.switch_off(user=account)
    audit.note(request, "second-factor-off", account=account.pk)
    messages.success(request, gettext("The app's codes are switched off."))
    return redirect("desk-account")


@require_POST
@of_account
def codes(request: HttpRequest, account: ClubAccount) -> HttpResponse:
    """Ten new codes on paper; the old ones count no more."""
    if not secondfactor.has_any(account):
        return redirect("desk-account")
    return _page(request, account, codes=secondfactor.new_codes(user=account))


def _added(request: HttpRequest, account: ClubAccount, *, first: bool, sentence: str) -> HttpResponse:
    """A second factor more. With the first one come the codes for the day it is lost."""
    audit.note(request, "second-factor-on", account=account.pk)
    if first:
        secondfactor.end_other_sessions(user=account)
    fresh = logins.with_club().get(pk=account.pk)
    sessions.stay_in(request, fresh, second=True)
    messages.success(request, sentence)
    if not first:
        return redirect("desk-account")
    return _page(request, fresh, codes=secondfactor.new_codes(user=fresh))


def _is_last(account: ClubAccount) -> bool:
    return not secondfactor.has_app(account) and Passkey.objects.filter(user=account).count() == 1


def _owed(request: HttpRequest, account: ClubAccount) -> HttpResponse | None:
    """The club wants a second factor of its owners: the last one stays."""
    if not logins.owes_second(account, logins.membership_of(account)):
        return None
    problem = gettext(
        "Your club asks its owners for a second factor: add another one before you remove this."
    )
    return _page(request, account, problem=problem)


def _app_page(request: HttpRequest, account: ClubAccount, *, problem: str = "") -> HttpResponse:
    salt = request.session[SALT]
    content = secondfactor.address_for_app(account, salt, request.get_host())
    context = {
        "qr": segno.make(content, error="m", micro=False).svg_data_uri(
            border=4, light="#fff", dark="#000", scale=4
        ),
        "secret": secondfactor.secret_in_letters(account, salt),
        "problem": problem,
    }
    return render(request, "desk/account_app.html", context, status=REFUSED if problem else 200)


def _page(request: HttpRequest, account: ClubAccount, **more: Any) -> HttpResponse:
    membership = logins.membership_of(account)
    rows = list(Passkey.objects.filter(user=account))
    context = {
        "account": account,
        "club": "" if membership is None else membership.club.name,
        "role": "" if membership is None else gettext(ROLES_IN_CLUB[Role(membership.role)][0]),
        "passkeys": rows,
        "hosts": len({row.host for row in rows}) > 1,
        "can_make": passkeys.here(request),
        "app": secondfactor.has_app(account),
        "left": secondfactor.codes_left(account),
        "of": secondfactor.RECOVERY_CODES,
        "second": secondfactor.has_any(account),
        "owes": logins.owes_second(account, membership),
        "mails": mails.here(),
        "mail": account.email,
        **more,
    }
    return render(request, "desk/account.html", context, status=REFUSED if more.get("problem") else 200)
