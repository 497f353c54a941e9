"""Fill in leagues and games to look at, once. What they are is for `scorekeeper.demo`."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.demo import filling
from scorekeeper.models import League


class Command(BaseCommand):
    help = (
        "Fill an empty database with a demonstration: four leagues with two seasons each, and two short games. "
        "Does nothing where it is there already, and refuses a database that holds anything else."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--with-login",
            action="store_true",
            help="give the owners of the leagues passwords made up at random, and print them; "
            "otherwise nobody can sign in to the demonstration's accounts",
        )
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="leave a database that holds anything else as it is, without calling it a fault",
        )

    def handle(self, *args: Any, verbosity: int, with_login: bool, if_empty: bool, **options: Any) -> None:
        """Keep the demonstration, all of it or nothing."""
        if filling.is_there():
            if verbosity > 1 or with_login:
                self.stdout.write("The demonstration is there already; nothing was changed.")
            return
        if filling.holds_others():
            if if_empty:
                return
            raise CommandError(
                "This database holds leagues, accounts or games already, so the demonstration was not filled in. "
                "It needs a database of its own: DATABASE=demo.sqlite3 manage.py migrate, and then demo."
            )
        if verbosity > 0:
            self.stdout.write("Filling in the demonstration, which takes some seconds …")
        passwords = filling.fill(with_login=with_login)
        if verbosity > 1:
            self.stdout.write(f"{League.objects.count()} leagues are there to look at.")
        for name, password in passwords.items():
            self.stdout.write(f"{name} signs in with {password}")
