"""Looks at a page of `make report` in Chromium. Of each check a line: ok WHAT, or not ok WHAT: WHY.

usage: report_browser.py PAGE CHECK...

quiet        the page opens without an error on the console, without a request for anything else
sections     every section is there, has something in it, or says which command is to be run
clicks:CLOCK every red number leads in two clicks to a cause and to waves with the cursor at CLOCK
source:A,B   of a failure every field that differs leads to a line of the RTL that drives it; the
             line A, which no run reached, and B, at which a mutant survives, are marked as such
failure:RTL  of the first failure: it is said to be of the RTL in that folder, whose difference and
             files are shown; ones are counted, the golden model's handle is beside the block's
shrunk:N     so many operations of the shrunk failure are shown
tables:T=X;..  a table whose heading has T has X in a row
keyboard     Tab reaches a table's heading, which sorts by Enter; arrow keys move the waves' cursor
filter       a table's filter leaves the rows that have the word
phone        nothing is wider than a phone
axe:FILE     axe-core finds nothing serious, in light and in dark, in all but the tables' later rows
elements:N   the page has fewer elements than N as it opens
pictures:DIR writes a picture of each section
"""

import re
import sys
import time

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import browser, requests, wait_for

SECTIONS = "state cosim waits coverage proofs silicon paper".split()


class Page:
    """A page in a browser, and its checks."""

    def __init__(self, path):
        self.driver = browser()
        self.address = "file://" + path
        self.failed = False

    def open(self, media="light", width=1300):
        """Opens the page afresh."""
        self.driver.get("about:blank")
        self.driver.set_window_size(width, 1000)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": media}]})
        self.driver.get(self.address)

    def say(self, what, why=""):
        """One check: passed where there is nothing to say against it."""
        self.failed |= bool(why)
        print(f"not ok {what}: {why}" if why else f"ok {what}", flush=True)

    def script(self, text, *arguments):
        """What a script returns."""
        return self.driver.execute_script(text, *arguments)

    def quiet(self, _):
        """Console and network."""
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.open()
        time.sleep(0.3)
        said = [entry["message"][:200] for entry in self.driver.get_log("browser")]
        self.say("no error on the console", "; ".join(said[:3]))
        asked = [url[:100] for url in requests(self.driver)
                 if url not in (self.address, "about:blank") and not url.startswith("data:")]
        self.say("no request", "; ".join(asked))

    def sections(self, _):
        """Each section, drawn or not run."""
        self.open()
        for name in SECTIONS:
            there = self.script(
                "const s = document.getElementById(arguments[0]); return s && s.querySelectorAll("
                "'.facts, .scroll, figure, .box, details').length", name)
            self.say(f"section {name} has something to show", "" if there else "it is empty")

    def clicks(self, clock):
        """From each red number to its waves."""
        self.open()
        find = "return [...document.querySelectorAll('main a.bad')].filter(a => a.offsetParent)"
        numbers = len(self.script(find))
        self.say("a red number is there", "" if numbers else "none")
        for index in range(numbers):
            self.open()
            link = self.script(find)[index]
            self.script("arguments[0].scrollIntoView({block: 'center'})", link)
            link.click()
            waves = lambda: [
                canvas for canvas in self.driver.find_elements(By.CSS_SELECTOR, "canvas")
                if canvas.is_displayed() and canvas.get_attribute("data-clock") == clock]
            shown = wait_for(waves)
            if not shown:
                self.script("return document.querySelector('details.bad > summary')").click()
                shown = wait_for(waves)
            cause = [text.text for text in self.driver.find_elements(By.CSS_SELECTOR, ".cause")]
            red = shown and self.script(
                "const c = arguments[0], d = c.getContext('2d').getImageData(0, 0, c.width,"
                " c.height).data; let n = 0; for (let i = 0; i < d.length; i += 4)"
                " if (d[i] > 200 && d[i + 1] < 190 && d[i + 2] < 190) n++; return n", shown[0])
            self.say(f"red number {index + 1} of {numbers}: cause and waves at clock {clock}",
                     "" if shown and any(cause) and red > 200 else
                     f"waves {len(shown)}, cause {cause}, pixels of a difference {red}")

    def source(self, places):
        """From the first failure to lines of the RTL."""
        self.open()
        self.script("document.querySelector('details.bad').open = true")
        wait_for(lambda: self.driver.find_elements(By.CSS_SELECTOR, "details.bad a[href*='sv:']"))
        for port, words in (("decision_handle_o", "of_id_q[last_q]"),
                            ("trace_handle_o", "generation_o")):
            lines = self.script(
                "return [...document.querySelectorAll('details.bad tbody tr')].filter(row =>"
                " row.cells[0].textContent === arguments[0]).map(row => [row.querySelector('a'),"
                " row.querySelector('code').textContent])", port)
            deepest = [link for link, line in lines if words in line]
            shown = ""
            if deepest:
                self.script("arguments[0].scrollIntoView({block: 'center'})", deepest[-1])
                deepest[-1].click()
                shown = wait_for(lambda: self.script(
                    "const at = document.querySelector('.wanted'), box = at && at"
                    ".getBoundingClientRect(); return box && box.top > 0 && box.bottom <"
                    " innerHeight ? at.textContent : ''"))
            self.say(f"{port} leads to a line that drives it, which is shown",
                     "" if words in shown else f"{len(lines)} lines, shown '{shown}'")
        for place, kind in zip(places.split(","), ("bad", "mutant")):
            self.script("location.hash = '#source=rtl/' + arguments[0]", place)
            marked = wait_for(lambda: self.script(
                "const at = document.getElementById('rtl/' + arguments[0]);"
                " return at ? at.className : ''", place))
            self.say(f"{place} is marked as {kind}", "" if kind in marked else f"'{marked}'")

    def opened(self):
        """The text of the first failure, opened with all values at the cursor."""
        self.open()
        self.script("document.querySelector('details.bad').open = true")
        wait_for(lambda: self.script("return document.querySelector('details.bad canvas')"))
        self.script("document.querySelectorAll('details.bad details').forEach("
                    "one => { one.open = true; })")
        time.sleep(0.3)
        return self.script("return document.querySelector('details.bad').innerText")

    def failure(self, rtl):
        """What the first failure says of another RTL and in its waves."""
        text = self.opened()
        first = self.script("return document.querySelector('.facts').innerText").replace("\n", " ")
        self.say("the first screen says of which RTL the failure is", "" if rtl in first else first)
        summary = self.script("return document.querySelector('details.bad > summary').innerText")
        self.say("so does its heading", "" if rtl in summary else summary)
        self.say("the RTL's difference is shown",
                 "" if re.search(r"^\+.*~refused & \(", text, re.M) else "none")
        others = [name for name in self.script(
            "return [...document.querySelectorAll(\"details.bad a[href*='sv:']\")]"
            ".map(link => link.textContent)") if not name.startswith(rtl)]
        self.say("lines of the RTL are named as that folder's", ", ".join(others[:3]))
        found = re.search(r"slots taken +(\d+)", text)
        self.say("of slots taken the ones are counted",
                 "" if found and int(found[1]) <= 40 else str(found and found[0]))
        dut, ref = (re.search(rf"^{of}trace_handle +(\S+)", text, re.M) for of in ("", "ref "))
        self.say("the golden model's handle is beside the block's", "" if dut and ref and
                 dut[1] != ref[1] else f"{dut and dut[0]}, {ref and ref[0]}")
        differs = self.script(
            "return document.querySelector('details.bad [role=status]').innerText")
        self.say("it differs at the marker", "" if "trace_handle" in differs else differs)

    def shrunk(self, number):
        """Operations of the shrunk failure."""
        found = re.findall(r"^offer ", self.opened(), re.M)
        self.say(f"{number} shrunk operations", "" if len(found) == int(number) else f"{found}")

    def tables(self, wanted):
        """What tables must show."""
        self.open()
        for heading, words in (one.split("=") for one in wanted.split(";")):
            there = self.script(
                "return [...document.querySelectorAll('h3')].filter(one =>"
                " one.textContent.includes(arguments[0])).map(one => [...one.parentNode"
                ".querySelectorAll('tbody tr')].map(row => row.textContent).join('\\n'))", heading)
            self.say(f"a table '{heading}' has '{words}'",
                     "" if any(words in rows for rows in there) else f"{there}"[:300])

    def keyboard(self, _):
        """A heading of a table by Tab and Enter; the waves by arrows."""
        self.open()
        actions = ActionChains(self.driver)
        for _ in range(60):
            actions.send_keys(Keys.TAB).perform()
            if self.script("return document.activeElement.matches('th button')"):
                break
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        order = self.script("return document.activeElement.closest('th').getAttribute('aria-sort')")
        self.say("Tab reaches a heading, Enter sorts", "" if order in ("ascending", "descending")
                 else f"aria-sort is {order}")
        self.script("document.querySelector('details.bad').open = true")
        wait_for(lambda: self.driver.find_elements(By.CSS_SELECTOR, "canvas[data-clock]"))
        canvas = self.driver.find_element(By.CSS_SELECTOR, "canvas")
        before = canvas.get_attribute("data-clock")
        canvas.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.say("arrow keys move the cursor of the waves",
                 "" if canvas.get_attribute("data-clock") != before else f"still at {before}")
        kept = wait_for(lambda: "#wave=" in self.driver.current_url)
        self.say("the address keeps the view", "" if kept else self.driver.current_url)

    def filter(self, _):
        """The first table with a filter."""
        self.open()
        rows = ("return document.querySelector('input[type=search]').closest('div.tools')"
                ".parentNode.querySelectorAll('tbody tr').length")
        before = self.script(rows)
        self.driver.find_element(By.CSS_SELECTOR, "input[type=search]").send_keys("cosim.csv")
        after = self.script(rows)
        self.say("a filter leaves fewer rows", "" if 0 < after < before else f"{before}, {after}")

    def phone(self, _):
        """Nothing beyond the edge of a phone."""
        self.open(width=500)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        time.sleep(0.3)
        wide = self.script("return document.documentElement.scrollWidth")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.say("readable on a phone", "" if wide <= 391 else f"{wide} pixels wide")

    def axe(self, script):
        """axe-core, in light and in dark, with the first failure open."""
        with open(script, encoding="utf-8") as file:
            source = file.read()
        for media in ("light", "dark"):
            self.open(media)
            self.script("document.querySelectorAll('main details').forEach("
                        "one => { one.open = true; })")
            time.sleep(0.5)
            # Of what is many times the same, some: the page has 10,000s of cells.
            self.script("document.querySelectorAll('tbody tr:nth-child(n+5), rect:nth-child(n+40)')"
                        ".forEach(one => one.remove())")
            self.script(source)
            found = self.driver.execute_async_script(
                "const [only, done] = arguments; axe.run({resultTypes: ['violations'], ...(only ?"
                " {runOnly: {type: 'rule', values: [only]}} : {})}).then(r => done("
                "r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v =>"
                " `${v.id} ${v.nodes.length}: ${v.nodes[0].html.slice(0, 120)}`)))",
                "color-contrast" if media == "dark" else None)
            self.say(f"axe-core, {media}: nothing serious", "; ".join(found))

    def elements(self, most):
        """What the browser has to lay out, whatever the machine does besides."""
        self.open()
        there = self.script("return document.querySelectorAll('body *').length")
        self.say(f"fewer than {most} elements", "" if there < int(most) else f"{there}")

    def pictures(self, folder):
        """Of each section as it opens."""
        self.open()
        for name in SECTIONS:
            self.script("document.getElementById(arguments[0]).scrollIntoView()", name)
            time.sleep(0.3)
            self.driver.save_screenshot(f"{folder}/{name}.png")


page = Page(sys.argv[1])
page.driver.set_script_timeout(600)
try:
    for check in sys.argv[2:]:
        name, _, argument = check.partition(":")
        getattr(page, name)(argument)
finally:
    page.driver.quit()
sys.exit(page.failed)
