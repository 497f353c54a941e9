"""Charts in a browser: drawn under the site's policy, not before they are seen, and readable without a script."""

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from pepper_site.plotly_files import chosen_build, large_build
from scorekeeper.charts import season_chart
from scorekeeper.figures import figure_json
from tests.browsing import DESKTOP, NARROW, PHONE, Device, Watch, check_accessible
from tests.charts.test_pages import busy
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, record, start

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("narrow", NARROW), ("phone", PHONE), ("desk", DESKTOP))
    for scheme in ("light", "dark")
]
RGB = "node => getComputedStyle(node).{}.match(/[\\d.]+/g).slice(0, 3).map(Number)"


def played() -> str:
    """The address of a game of four hands."""
    game = start()
    for hand in (NORA_MAKES_4, WES_IS_SET_ON_4, NORA_MAKES_4 | {"dealer": 0}, WES_IS_SET_ON_4 | {"dealer": 1}):
        record(game, hand)
    return game.get_absolute_url()


def look_at(page: Page) -> None:
    page.locator(".chart").scroll_into_view_if_needed()
    expect(page.locator(".chart[data-drawn]")).to_be_visible(timeout=15_000)  # the large build on a busy machine


def serve(page: Page, build: Path) -> None:
    """Let `page` draw with this build."""
    page.route("**/plotly.min*.js", lambda route: route.fulfill(path=build, content_type="text/javascript"))


@pytest.mark.parametrize("build", [large_build(), chosen_build()], ids=["large", "chosen"])
def test_either_build_draws_under_the_policy(page: Page, build: Path) -> None:
    serve(page, build)
    page.goto(played())
    look_at(page)
    assert page.locator(".chart-plot .scatterlayer .trace").count() == 2
    assert not page.locator(".chart").get_by_text("Share").count()
    assert not page.locator(".chart-plot a").count()


@pytest.mark.parametrize("device", LOOKS)
def test_a_chart_is_drawn_under_the_policy(page: Page, device: Device) -> None:
    for address in (played(), busy("public").season.get_absolute_url()):
        page.goto(address)
        look_at(page)
        plot = page.locator(".chart-plot")
        lines = plot.locator(".scatterlayer .trace .lines path")
        assert lines.count() == page.locator(".chart thead th").count() - 1
        box, frame = plot.locator(".main-svg").first.bounding_box(), plot.bounding_box()
        assert box is not None and frame is not None
        assert abs(box["width"] - frame["width"]) < 2 and abs(box["height"] - frame["height"]) < 2
        light = [sum(node.evaluate(RGB.format("stroke"))) / 3 for node in lines.all()]
        assert all(one > 128 for one in light) if device["color_scheme"] == "dark" else all(one < 128 for one in light)
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        sizes = plot.locator("text").evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
        assert sizes and min(sizes) >= 12
        assert not plot.locator(".modebar").count()
        page.get_by_text("The numbers in a table").click()
        check_accessible(page)


def test_nothing_is_fetched_before_the_chart_is_seen(page: Page) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    address = played()
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if "plotly" in url or "/chart/" in url]
    look_at(page)
    assert len([url for url in fetched if "plotly" in url]) == 1
    assert len([url for url in fetched if "/chart/" in url]) == 1


@pytest.mark.parametrize("device", [DESKTOP])
def test_two_charts_of_a_page_are_drawn_by_one_script(page: Page, device: Device) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto("/style/")
    for chart in page.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart.locator(".scatterlayer .trace").first).to_be_visible(timeout=15_000)
    assert len([url for url in fetched if "plotly" in url]) == 1


def test_a_chart_follows_when_night_falls(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(played())
    look_at(page)
    line = page.locator(".chart-plot .scatterlayer .trace .lines path").first
    by_day = line.evaluate(RGB.format("stroke"))
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "([before, was]) => getComputedStyle(document.querySelector(before)).stroke !== was",
        arg=[".chart-plot .scatterlayer .trace .lines path", f"rgb({', '.join(map(str, by_day))})"],
    )
    assert sum(line.evaluate(RGB.format("stroke"))) > sum(by_day)


@pytest.mark.parametrize("device", [DESKTOP])
def test_a_chart_is_read_with_the_arrow_keys(page: Page, device: Device) -> None:
    page.goto(played())
    look_at(page)
    plot = page.locator(".chart-plot")
    plot.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    said = page.locator(".chart [role=status]")
    expect(said).to_have_text("Hand 1: Nora & Sam 4 (+4), Eli & Wes 2 (+2)")
    expect(plot.locator(".hoverlayer")).to_contain_text("Nora & Sam")
    page.keyboard.press("Home")
    expect(said).to_have_text("Start: Nora & Sam 0, Eli & Wes 0")


def height(page: Page) -> int:
    tall: int = page.locator(".chart").evaluate("node => node.offsetHeight")
    return tall


@pytest.mark.parametrize("lost", ["**/plotly.min*.js", "**/chart/"])
def test_a_chart_that_did_not_come_says_so_and_comes_when_asked_again(page: Page, watch: Watch, lost: str) -> None:
    watch.allow("Failed to load resource")
    page.route(lost, lambda route: route.abort())
    page.goto(played())
    page.locator(".chart").scroll_into_view_if_needed()
    expect(page.get_by_text("The chart could not be drawn.")).to_be_visible()
    expect(page.locator(".chart table")).to_be_visible()
    check_accessible(page)
    page.unroute(lost)
    page.get_by_role("button", name="Try again").click()
    look_at(page)
    expect(page.get_by_text("The chart could not be drawn.")).to_be_hidden()
    expect(page.locator(".chart-plot .scatterlayer .trace")).to_have_count(2)


def test_nothing_moves_when_the_chart_comes(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(played())
    before = height(page)
    look_at(page)
    assert height(page) == before


def test_a_chart_fits_again_when_the_phone_is_turned(page: Page) -> None:
    page.goto(played())
    look_at(page)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(
        """() => Math.abs(document.querySelector(".chart .main-svg").getBoundingClientRect().width
            - document.querySelector(".chart-plot").getBoundingClientRect().width) < 2"""
    )
    labels = page.locator(".chart-plot .annotation").all()
    plot = page.locator(".chart-plot").bounding_box()
    assert plot is not None
    assert len(labels) == 4
    for label in labels:
        box = label.bounding_box()
        assert box is not None
        assert plot["x"] <= box["x"] and box["x"] + box["width"] <= plot["x"] + plot["width"], label.text_content()


@pytest.mark.parametrize("device", [NARROW])
def test_no_words_of_an_axis_touch(page: Page, device: Device) -> None:
    names = ["Maximiliana", "Eli"]
    long = season_chart([f"Sep {at}, 2026" for at in range(10, 30)], [(name, [3] * 20) for name in names])
    page.route("**/chart/", lambda route: route.fulfill(body=figure_json(long), content_type="application/json"))
    page.goto(played())
    for width in (844, 320):
        page.set_viewport_size({"width": width, "height": 640})
        look_at(page)
        page.wait_for_timeout(300)
        ticks = [tick.bounding_box() for tick in page.locator(".chart-plot .xtick").all()]
        assert len(ticks) >= 2
        for left, right in pairwise(ticks):
            assert left is not None and right is not None
            assert left["x"] + left["width"] + 2 <= right["x"]


@pytest.mark.parametrize("device", [{**DESKTOP, "color_scheme": "dark"}])
def test_a_chart_is_printed_by_day_and_no_wider_than_paper(page: Page, device: Device) -> None:
    page.goto(played())
    look_at(page)
    line = page.locator(".chart-plot .scatterlayer .trace .lines path").first
    by_night = line.evaluate(RGB.format("stroke"))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert sum(line.evaluate(RGB.format("stroke"))) < sum(by_night)
    assert page.locator(".chart .main-svg").first.evaluate("svg => svg.clientWidth") <= 640
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert line.evaluate(RGB.format("stroke")) == by_night


def test_without_scripts_sentence_and_table_are_there(browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    watch.follow(context)
    page = context.new_page()
    page.goto(played())
    expect(page.locator(".chart figcaption")).to_contain_text("After 4 hands: ")
    expect(page.get_by_text("the chart needs scripts")).to_be_visible()
    expect(page.locator(".chart-plot")).to_be_hidden()
    page.get_by_text("The numbers in a table").click()
    expect(page.locator(".chart tbody tr")).to_have_count(5)
    context.close()
    assert not watch.unexpected()
