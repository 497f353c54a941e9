"""Give every hand recorded before there were versions those that it would have: recorded then, and perhaps taken back."""

from django.db import migrations


def give_first_versions(apps, schema_editor):
    Hand = apps.get_model("scorekeeper", "Hand")
    HandVersion = apps.get_model("scorekeeper", "HandVersion")
    Hand.objects.filter(versions=None).exclude(undone_at=None).update(revision=2)
    versions, moments = [], []

    def keep():
        HandVersion.objects.bulk_create(versions)
        for version, moment in zip(versions, moments, strict=True):
            version.made_at = moment  # to be created at all is to be made now
        HandVersion.objects.bulk_update(versions, ["made_at"])
        versions.clear()
        moments.clear()

    for hand in list(Hand.objects.filter(versions=None)):
        is_undone = hand.undone_at is not None
        versions.append(
            HandVersion(hand=hand, revision=1, kind="recorded", record=hand.record, is_current=not is_undone)
        )
        moments.append(hand.created_at)
        if is_undone:
            versions.append(HandVersion(hand=hand, revision=2, kind="undone", record=hand.record))
            moments.append(hand.undone_at)
        if len(versions) >= 500:
            keep()
    keep()


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0002_leagues")]
    operations = [migrations.RunPython(give_first_versions, migrations.RunPython.noop)]
