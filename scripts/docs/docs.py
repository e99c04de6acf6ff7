#!/usr/bin/python3 -B
"""The documents as a site, by mkdocs from PyPI (scripts/ip/packages.sh), which knows their links
and headings, and stops at what it has to say against them. The check: in Chromium, from disk,
every page loads all that it shows, asks the network for nothing and is no wider than the window,
nor a table than its room, which scrolls in a narrow window; and the search finds words; but for
what is planted here.

usage: docs.py [--check] PYTHON_FOLDER SITE
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, "scripts/report")
from report_check import Tally

FIND = """
    return [...document.images].filter(one => !one.naturalWidth).map(one => one.src);"""
NARROW = 400
WIDE = """
    const room = one => innerWidth > arguments[0] ? one.parentElement.clientWidth : Infinity;
    return [document.documentElement.scrollWidth - innerWidth,
        [...document.querySelectorAll('table')].filter(one => one.scrollWidth > room(one) + 1)
            .map(one => one.rows[0].innerText)]"""
SEARCH = """
    const word = document.querySelector('.md-search__input');
    word.focus();
    word.value = arguments[0];
    word.dispatchEvent(new Event('input', { bubbles: true }));
    word.dispatchEvent(new KeyboardEvent('keyup'));"""
FOUND = "return [...document.querySelectorAll('.md-search-result__link')].map(one => one.href)"
PLANTED = """<!DOCTYPE html><body style="margin: 0; width: 1400px">
<div style="width: 9px"><table><tr><th>columns</table></div>
<img src="nowhere.png"> <img src="howtos.html"> <script src="http://localhost:4999/x.js"></script>
"""
WRONG = """planted.html: request http://localhost:4999/x.js
planted.html: nowhere.png - Failed to load resource: net::ERR_FILE_NOT_FOUND
planted.html: no picture nowhere.png
planted.html: no picture howtos.html
planted.html: 1000 pixels too wide for 400
planted.html: 120 pixels too wide for 1280
planted.html: a table too wide for 1280: columns
search: calibrate_step is not found in howtos.html"""


def wrong_in(driver, site, page):
    driver.get(page.as_uri())
    pictures, wide = driver.execute_script(FIND), []
    for width in NARROW, 1280:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        more, tables = driver.execute_script(WIDE, NARROW)
        wide += [f"{more} pixels too wide for {width}"] * (more > 0)
        wide += [f"a table too wide for {width}: {' '.join(table.split())}" for table in tables]
    asked = [url for url in requests(driver) if url.startswith("http")]
    said = [entry["message"] for entry in driver.get_log("browser")
            if not entry["message"].startswith(tuple(asked))]
    for what in [*(f"request {url}" for url in asked), *said,
                 *(f"no picture {url}" for url in pictures), *wide]:
        yield f"{page.relative_to(site)}: {what}".replace(f"{site.as_uri()}/", "")


def search(driver, site, word, page):
    """Nothing where a word's page is found; what is found comes within seconds."""
    driver.get((site / "index.html").as_uri())
    driver.execute_script(SEARCH, word)
    found = wait_for(lambda: driver.execute_script(FOUND), 100)
    if (site / page).as_uri() not in (link.split("?")[0] for link in found):
        yield f"search: {word} is not found in {page}"


def look(site):
    driver = browser()
    try:
        pages = sorted(site.glob("**/*.html"))
        wrong = [line for page in pages for line in wrong_in(driver, site, page)]
        for word, page in (("calibrate_step", "rtl/spec/registers.html"),
                           ("calibrate_step", "howtos.html"),
                           ("semacredit_checker_finding", "api.html"),
                           ("dpi_example.sv", "examples.html")):
            wrong += search(driver, site, word, page)
    finally:
        driver.quit()
    print(f"docs-check: {len(pages)} pages, in Chromium")
    return wrong


def make(python, site):
    """What mkdocs says against them; not --quiet, which drops the warnings that --strict stops
    at."""
    done = subprocess.run(
        ["python3", "-m", "mkdocs", "build", "--strict", "--config-file", "scripts/docs/mkdocs.yml",
         "--site-dir", site], text=True, check=False, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PYTHONPATH": f"{python}/packages"})
    for path in (site / "404.html", *site.glob("sitemap.xml*")):  # for servers: links from a root
        path.unlink(missing_ok=True)
    return done.stdout if done.returncode else ""


def main(python, site, check):
    tally, site = Tally(), Path(site).resolve()
    state = Path(python, "state").read_text(encoding="utf-8").strip()
    if state != "ready":
        tally.finish("docs-check", f"docs: {state}")
    shutil.rmtree(site, ignore_errors=True)
    wrong = make(python, site)
    tally.say("the documents as pages", not wrong, wrong)
    if not tally.failed:
        print(f"docs: {site}/index.html")
    if not check:
        sys.exit(tally.failed)
    if MISSING or tally.failed:
        tally.finish("docs-check", *[f"{MISSING}: make docs-check installs it"] * bool(MISSING))
    (site / "planted.html").write_text(PLANTED, encoding="utf-8")
    wrong = look(site)
    tally.say("what is wrong with the pages is what was planted, and nothing else",
              wrong == WRONG.splitlines(), wrong)
    tally.finish("docs-check")


if __name__ == "__main__":
    MISSING = next((name for name in ("chromium", "chromedriver") if not shutil.which(name)), "")
    try:
        from chromium import browser, requests, wait_for
    except ImportError as error:
        MISSING = str(error)
    main(*sys.argv[-2:], check=sys.argv[1] == "--check")
