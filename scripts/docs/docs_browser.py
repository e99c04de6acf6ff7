"""Opens every page of a site from disk in Chromium, and prints what is wrong with it, a line each:
a link to a page or a heading that is not there, what cannot be loaded, a picture that is none, a
request to the network, a page wider than the window, a search that does not find its page. Last
come the counts.

usage: docs_browser.py SITE WORD:PAGE...     the search finds WORD in PAGE; scripts/report, whose
    browser it is, is in PYTHONPATH
"""
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

from chromium import browser, requests, wait_for

FIND = """
    return [[...document.querySelectorAll('[id]')].map(one => one.id),
        [...document.querySelectorAll('a[href]')].map(one => one.href),
        [...document.images].filter(one => !one.naturalWidth).map(one => one.src),
        document.documentElement.scrollWidth - window.innerWidth]"""
SEARCH = """
    const word = document.querySelector('.md-search__input');
    word.focus();
    word.value = arguments[0];
    word.dispatchEvent(new Event('input', { bubbles: true }));
    word.dispatchEvent(new KeyboardEvent('keyup'));"""
FOUND = "return [...document.querySelectorAll('.md-search-result__link')].map(one => one.href)"


def walk(driver, site):
    """Opens all pages; what is wrong, and of each page its links and its headings."""
    wrong, links, names = [], {}, {}
    for page in sorted(site.glob("**/*.html")):
        driver.get(page.as_uri())
        names[page], links[page], pictures, wide = driver.execute_script(FIND)
        asked = [url for url in requests(driver) if url.startswith("http")]
        said = [entry["message"] for entry in driver.get_log("browser")
                if not entry["message"].startswith(tuple(asked))]
        here = page.relative_to(site)
        wrong += [f"{here}: {what}".replace(f"{site.as_uri()}/", "") for what in
                  [f"request {url}" for url in asked] + said
                  + [f"no picture {url}" for url in pictures]
                  + [f"{wide} pixels too wide"] * (wide > 0)]
    return wrong, links, names


def dead(site, links, names):
    """Links to what is not in the site, and how many there are in all."""
    count, wrong = 0, []
    for page, link in ((page, link) for page in links for link in links[page]
                       if link.startswith("file:")):
        file, heading = urldefrag(link)
        path = Path(unquote(file.removeprefix("file://")))
        count += 1
        if not path.is_file() or heading and unquote(heading) not in names.get(path, ()):
            link = link.replace(f"{site.as_uri()}/", "")
            wrong.append(f"{page.relative_to(site)}: dead link {link}")
    return wrong, count


def search(driver, site, word, page):
    """Nothing where a word's page is found; what is found comes within seconds."""
    driver.get((site / "index.html").as_uri())
    driver.execute_script(SEARCH, word)
    found = wait_for(lambda: driver.execute_script(FOUND), 100)
    there = (site / page).as_uri() in (link.split("?")[0] for link in found)
    return [] if there else [f"search: {word} is not found in {page}"]


def main(site, *words):
    site = Path(site).resolve()
    driver = browser()
    try:
        wrong, links, names = walk(driver, site)
        broken, count = dead(site, links, names)
        wrong += broken
        for word in words:
            wrong += search(driver, site, *word.split(":"))
    finally:
        driver.quit()
    print("\n".join(wrong + [f"{count} links, {len(links)} pages"]))


main(*sys.argv[1:])
