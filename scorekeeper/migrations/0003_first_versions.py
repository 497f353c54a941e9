"""Give every hand recorded before there were versions its first one."""

from django.db import migrations


def give_first_versions(apps, schema_editor):
    Hand = apps.get_model("scorekeeper", "Hand")
    HandVersion = apps.get_model("scorekeeper", "HandVersion")
    batch = []
    for hand in Hand.objects.filter(versions=None).iterator():
        batch.append(HandVersion(hand=hand, revision=1, kind="recorded", record=hand.record))
        if len(batch) == 500:
            HandVersion.objects.bulk_create(batch)
            batch = []
    HandVersion.objects.bulk_create(batch)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0002_leagues")]
    operations = [migrations.RunPython(give_first_versions, migrations.RunPython.noop)]
