"""Count leagues again from their hands, or check that what is stored is what a new count gives (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.models import League
from scorekeeper.selectors.faults import faults_of
from scorekeeper.services.recounts import check_league, recount_league


class Command(BaseCommand):
    help = (
        "Count the statistics of leagues again from their hands. With --check nothing is written: exit status 1 "
        "if what is stored differs from what a new count gives."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="*", help="the address (slug) of a league; all of them without")
        parser.add_argument("--check", action="store_true", help="compare only")

    def handle(self, *args: Any, league: list[str], check: bool, **options: Any) -> None:
        leagues = League.objects.order_by("pk")
        if league:
            leagues = leagues.filter(slug__in=league)
            if unknown := set(league) - set(leagues.values_list("slug", flat=True)):
                raise CommandError(f"There is no league {', '.join(sorted(unknown))}.")
        wrong = [one for one in leagues if not (self._check(one) if check else self._recount(one))]
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(leagues)} leagues {'differ' if check else 'failed'}.")
        if check and not league and (faults := list(faults_of(None))):
            raise CommandError("\n".join(["Games without a league:", *faults]))

    def _recount(self, league: League) -> bool:
        try:
            recount_league(league.pk, anyway=True)
        except Exception as error:
            self.stderr.write(f"{league.slug}: {error!r}")
            return False
        self.stdout.write(f"{league.slug}: counted")
        return True

    def _check(self, league: League) -> bool:
        check = check_league(league.pk)
        if check.is_behind:
            self.stdout.write(f"{league.slug}: behind, to be counted yet")
            return True
        for difference in check.differences:
            self.stdout.write(f"{league.slug}: {difference}")
        if not check.differences:
            self.stdout.write(f"{league.slug}: {check.hands} hands, as counted anew")
        return not check.differences
