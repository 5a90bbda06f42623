"""Addresses of the organisers' desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import URLPattern, URLResolver, include, path

from config.later import LazyViews
from tournaments.urls.clubs import desk_urls as club_urls
from tournaments.urls.desk_matchdays import matchday_urls
from tournaments.urls.desk_people import door_urls, entrants_urls, register_urls, years_urls
from tournaments.urls.desk_rounds import draw_urls, rounds_urls
from tournaments.urls.desk_seasons import season_urls
from tournaments.urls.following import desk_urls as following_urls

if TYPE_CHECKING:
    from tournaments.desk.views import (
        account,
        accounts,
        backups,
        bets,
        clubdoor,
        creating,
        evenings,
        files,
        giving,
        home,
        invited,
        login,
        lostgames,
        money,
        organisers,
        papers,
        phones,
        prices,
        prizes,
        restored,
        screens,
        settings,
        shelving,
        stages,
        standings,
    )
    from tournaments.rehearsal import views
    from tournaments.sample import views as sample_views
else:
    account = LazyViews("tournaments.desk.views.account")
    accounts = LazyViews("tournaments.desk.views.accounts")
    backups = LazyViews("tournaments.desk.views.backups")
    bets = LazyViews("tournaments.desk.views.bets")
    clubdoor = LazyViews("tournaments.desk.views.clubdoor")
    creating = LazyViews("tournaments.desk.views.creating")
    evenings = LazyViews("tournaments.desk.views.evenings")
    files = LazyViews("tournaments.desk.views.files")
    giving = LazyViews("tournaments.desk.views.giving")
    home = LazyViews("tournaments.desk.views.home")
    invited = LazyViews("tournaments.desk.views.invited")
    login = LazyViews("tournaments.desk.views.login")
    lostgames = LazyViews("tournaments.desk.views.lostgames")
    money = LazyViews("tournaments.desk.views.money")
    organisers = LazyViews("tournaments.desk.views.organisers")
    papers = LazyViews("tournaments.desk.views.papers")
    phones = LazyViews("tournaments.desk.views.phones")
    prices = LazyViews("tournaments.desk.views.prices")
    prizes = LazyViews("tournaments.desk.views.prizes")
    restored = LazyViews("tournaments.desk.views.restored")
    screens = LazyViews("tournaments.desk.views.screens")
    settings = LazyViews("tournaments.desk.views.settings")
    shelving = LazyViews("tournaments.desk.views.shelving")
    stages = LazyViews("tournaments.desk.views.stages")
    standings = LazyViews("tournaments.desk.views.standings")
    views = LazyViews("tournaments.rehearsal.views")
    sample_views = LazyViews("tournaments.sample.views")

settings_urls = [
    path("", settings.overview, name="desk-settings"),
    path("head/", settings.head, name="desk-head"),
    path("rules/", settings.rules, name="desk-rules"),
    path("ranking/", settings.ranking, name="desk-ranking"),
    path("money/", money.money, name="desk-money"),
    path("lost/", lostgames.scale, name="desk-lost-scale"),
    path("prices/", prices.prices, name="desk-prices"),
    path("stages/add/", stages.add, name="desk-stage-add"),
    path("stages/<int:number>/", stages.edit, name="desk-stage"),
    path("stages/<int:number>/move/", stages.move, name="desk-stage-move"),
    path("stages/<int:number>/remove/", stages.remove, name="desk-stage-remove"),
    path("stages/<int:number>/replace/", stages.replace, name="desk-stage-replace"),
]

prize_urls = [
    path("", prizes.overview, name="desk-prizes"),
    path("plan/", prizes.plan, name="desk-prize-plan"),
    path("template/", prizes.template, name="desk-prize-template"),
    path("giving/", giving.giving, name="desk-giving"),
    path("giving/hand/", giving.hand, name="desk-prize-hand"),
    path("giving/gift/", giving.gift, name="desk-prize-gift"),
    path("giving/later/", giving.later, name="desk-prize-later"),
    path("giving/decline/", giving.decline, name="desk-prize-decline"),
    path("giving/raffle/", giving.raffle, name="desk-prize-raffle"),
    path("giving/feat/", giving.feat, name="desk-prize-feat"),
    path("giving/club/", giving.to_club, name="desk-prize-to-club"),
    path("giving/undo/", giving.undo, name="desk-prize-undo"),
    path("lot/", giving.lot, name="desk-prize-lot"),
    path("settle/", giving.settle, name="desk-prize-settle"),
]

event_urls: list[URLPattern | URLResolver] = [
    path("", home.event, name="desk-event"),
    path("settings/", include(settings_urls)),
    path("paper/", papers.papers, name="desk-papers"),
    path("prizes/", include(prize_urls)),
    path("paper/certificates/", papers.certificates, name="desk-certificates"),
    path("paper/all/", papers.everything, name="desk-print-all"),
    path("paper/all/<slug:job>/", papers.job, name="desk-print-job"),
    path("paper/<slug:key>.pdf", papers.paper, name="desk-paper"),
    path("files/", files.files, name="desk-files"),
    path("files/event.zip", files.whole, name="desk-whole"),
    path("files/stammtisch-pruefen.pyz", files.checker, name="desk-checker"),
    path("files/site.zip", files.site, name="desk-site"),
    path("files/results.<str:kind>", files.results, name="desk-results"),
    path("organisers/", organisers.overview, name="desk-organisers"),
    path("organisers/<int:grant>/remove/", organisers.remove, name="desk-organiser-remove"),
    path("phones/", phones.overview, name="desk-phones"),
    path("phones/<uuid:phone>/", phones.came, name="desk-phone-came"),
    path("phones/<uuid:phone>/remove/", phones.remove, name="desk-phone-remove"),
    path("people/", include(entrants_urls)),
    path("door/", include(door_urls)),
    path("cash/", include("tournaments.urls.desk_cash")),
    path("draw/", include(draw_urls)),
    path("rounds/", include(rounds_urls)),
    path("", include("tournaments.urls.desk_director")),
    path("standings/", standings.overview, name="desk-standings"),
    path("bets/", bets.overview, name="desk-bets"),
    path("lost/", lostgames.overview, name="desk-lost"),
    path("numbers/", standings.numbers, name="desk-numbers"),
    path("screens/", screens.overview, name="desk-screens"),
    path("screens/<int:screen>/", screens.steer, name="desk-screen"),
    path("screens/<int:screen>/remove/", screens.remove, name="desk-screen-remove"),
    path("finish/", shelving.finish, name="desk-finish"),
    path("reopen/", shelving.reopen, name="desk-reopen"),
    path("archive/", shelving.archive, name="desk-archive"),
    path("delete/", shelving.delete, name="desk-delete"),
    path("alarms/", restored.event_alarms, name="desk-event-alarms"),
    path("restored/", restored.of_event, name="desk-restored"),
    path("restored/change/", restored.change, name="desk-restored-change"),
    path("restore/", shelving.restore, name="desk-restore"),
]

login_urls = [
    path("login/", login.login, name="desk-login"),
    path("login/second/", login.second, name="desk-second"),
    path("login/passkey/", login.passkey, name="desk-passkey"),
    path("logout/", login.logout, name="desk-logout"),
    path("logout/everywhere/", login.logout_everywhere, name="desk-everywhere"),
    path("forgotten/", invited.forgotten, name="desk-forgotten"),
    path("invited/", invited.invited, name="invited"),
    path("password/", account.password, name="desk-password"),
]

account_urls = [
    path("", account.account, name="desk-account"),
    path("sure/", account.sure, name="desk-sure"),
    path("mail/", account.mail, name="desk-account-mail"),
    path("mail/confirm/", account.address, name="desk-address"),
    path("passkeys/", account.passkey_make, name="desk-passkey-make"),
    path("passkeys/<uuid:passkey>/", account.passkey, name="desk-passkey-name"),
    path("passkeys/<uuid:passkey>/remove/", account.passkey_remove, name="desk-passkey-remove"),
    path("app/", account.app, name="desk-app"),
    path("app/off/", account.app_off, name="desk-app-off"),
    path("codes/", account.codes, name="desk-codes"),
]

accounts_urls = [
    path("", accounts.overview, name="desk-accounts"),
    path("second-factor/", accounts.require_second, name="desk-require-second"),
    path("server/", accounts.server, name="desk-accounts-server"),
    path("links/<uuid:invitation>/withdraw/", accounts.withdraw, name="desk-invitation-withdraw"),
    path("<int:user>/", accounts.account, name="desk-account-of"),
    path("<int:user>/change/", accounts.change, name="desk-account-change"),
    path("<int:user>/password/", accounts.renew, name="desk-account-renew"),
    path("<int:user>/second-factor/", accounts.second_factor, name="desk-account-second"),
    path("<int:user>/switch/", accounts.switch, name="desk-account-switch"),
    path("<int:user>/remove/", accounts.remove, name="desk-account-remove"),
]

urlpatterns = [
    path("", home.home, name="desk"),
    path("take-in/", files.take_in, name="desk-take-in"),
    path("backups/", backups.overview, name="desk-backups"),
    path("backups/now/", backups.now, name="desk-backups-now"),
    path("backups/check/", backups.check, name="desk-backups-check"),
    path("backups/place/", backups.place, name="desk-backups-place"),
    path("laptop/", backups.laptop, name="desk-laptop"),
    path("rehearsal/", views.rehearsal, name="desk-rehearsal"),
    path("sample/", sample_views.sample, name="desk-sample"),
    path("new/", creating.choose, name="desk-new"),
    path("new/kind/<slug:kind>/", creating.from_preset, name="desk-new-kind"),
    path("new/game/<slug:key>/", creating.from_nothing, name="desk-new-game"),
    path("new/like/<int:other>/", creating.like, name="desk-new-like"),
    path("alarms/", restored.alarms, name="desk-alarms"),
    path("help/", restored.what_to_do, name="desk-help"),
    path("restored/", restored.everything, name="desk-restored-all"),
    path("restored/change/", restored.change_everything, name="desk-restored-all-change"),
    path("phones/", phones.nearest, name="desk-phones-nearest"),
    path("phone/", phones.enter, name="desk-phone-enter"),
    path("phone/leave/", phones.leave, name="desk-phone-leave"),
    path("", include(login_urls)),
    path("account/", include(account_urls)),
    path("accounts/", include(accounts_urls)),
    path("tables/", evenings.overview, name="desk-tables"),
    path("tables/<int:sitting>/<slug:what>/", evenings.change, name="desk-table-hide"),
    path("door/", clubdoor.overview, name="desk-door"),
    path("door/renew/", clubdoor.renew, name="desk-door-renew"),
    path("door/paper.pdf", clubdoor.paper, name="desk-door-paper"),
    path("people/", include(register_urls)),
    path("years/", include(years_urls)),
    path("seasons/", include(season_urls)),
    path("following/", include(following_urls)),
    path("matchdays/", include(matchday_urls)),
    path("", include(club_urls)),
    path("e/<int:pk>/", include(event_urls)),
]
