#!/usr/bin/python3 -B
"""The page of `make report` in Chromium: of nothing run, and of runs with a planted bug. The checks
are shown to notice a page that asks for something and throws an error.

usage: report_check.py FOLDER CONFIG_FOLDER PROGRAM PLANTED_PROGRAM PYTHON_FOLDER

Errors, requests, sections, clicks, the keyboard, a phone, axe-core from PYTHON_FOLDER, 10,000 runs.
"""
import csv
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

SECTIONS = "state cosim coverage proofs silicon paper".split()
BAD = "document.querySelector('details.bad')"
RED_PIXELS = """arguments[0].getContext('2d').getImageData(0, 0, arguments[0].width,
    arguments[0].height).data.filter((red, at, rgba) => at % 4 === 0 && red > 200 &&
    rgba[at + 1] < 190 && rgba[at + 2] < 190).length"""
REPORTS = {
    "mutation_survivors": "module,source,what,number\n"
    "sema_path_lanes,sema_path_lanes.sv:63.10-63.17,inv of unlimited[0],1",
    "mutation": "module,mutants,equivalent,killed,survived,score\nsema_path_lanes,1,0,0,1,0.0",
    "scenarios": "scenario,kind,on,steps,seconds,result,why\na1_first,A1,golden,9,0.000,passed,\n"
    'a1_first,A1,rtl,9,0.000,failed,"line 2: expected a, seen b"',
    "twins": "fault,about,file,found_by,clock,scenarios,what\n"
    "one_more,A1,csim/golden/path.c,,,,Nothing finds it.",
    "bugs": "bug,module,section,found_by,clock,run,what\n"
    "one_less,sema_path_ids,3.3,lockstep,17,--seed 1,It is found.",
    "sizes": "hbm,atomic,response,width,depth,slots,cycles,mismatches\n2,1,1,4,8,10,1234567,0",
    "formal": "property,module,engine,depth,seconds,status,refuted_by,size,assumes\n"
    "ids.never_held,sema_path_ids,sat,2,1.5,proved,stays_first,Depth=64,lanes.limit"}
TABLES = {"Scenarios: 1 of 1 failed": "expected a, seen b", "Faults of golden": "Nothing finds it",
          "Planted bugs": "It is found", "by size": "1,234,567", "Mutants by": "sema_path_lanes",
          "Mutants that": "inv of unlimited[0]", "that nothing reached": "sema_path_ids.sv:32",
          "Properties": "stays_first"}


class Tally:
    """Checks that hold, or not; `seen` instead of it."""
    checks = failed = 0

    def say(self, what, holds, seen=""):
        self.checks += 1
        self.failed += not holds
        if not holds:
            print(f"FAILED: {what}: {seen}"[:500], file=sys.stderr)

    def finish(self, name, *skipped):
        for why in skipped:
            print(f"SKIPPED: {why}")
        rest = f", {len(skipped)} skipped" if skipped else ""
        print(f"{name}: {self.checks} checks, {self.failed} failed{rest}")
        sys.exit(self.failed > 0)


class Page:
    """A page in a browser."""

    def __init__(self, driver, path, say):
        self.driver, self.address, self.say = driver, f"file://{path}", say

    def open(self, media="light", width=1300):
        """Opens the page afresh."""
        self.driver.get("about:blank")
        self.driver.set_window_size(width, 1000)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": media}]})
        self.driver.get(self.address)

    def script(self, text, *arguments):
        return self.driver.execute_script(f"return {text}", *arguments)

    def wait(self, text, *arguments):
        return wait_for(lambda: self.script(text, *arguments))

    def quiet(self):
        """Console, network, sections; as many elements as a browser lays out soon."""
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.open()
        time.sleep(0.3)
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        self.say("no error on the console", not said, said)
        asked = [url for url in requests(self.driver)
                 if url not in (self.address, "about:blank") and not url.startswith("data:")]
        self.say("no request", not asked, asked)
        empty = self.script("arguments[0].filter(name => !document.querySelector("
                            "`#${name} :is(.facts, .scroll, figure, .box, details)`))", SECTIONS)
        self.say("each section has something to show", not empty, empty)
        there = self.script("document.querySelectorAll('body *').length")
        self.say("fewer than 30000 elements", there < 30000, there)

    def clicks(self, clock):
        """Every red number leads in two clicks to a cause and to waves with the cursor there."""
        find = "[...document.querySelectorAll('main a.bad')].filter(a => a.offsetParent)"
        waves = ("[...document.querySelectorAll('canvas')].find(one => one.offsetParent &&"
                 " one.dataset.clock === arguments[0])")
        self.open()
        numbers = len(self.script(find))
        self.say("a red number is there", numbers)
        for index in range(numbers):
            self.open()
            link = self.script(find)[index]
            self.script("arguments[0].scrollIntoView({block: 'center'})", link)
            link.click()
            if not (canvas := self.wait(waves, clock)):
                self.script(f"{BAD}.querySelector('summary').click()")
                canvas = self.wait(waves, clock)
            red = self.script(RED_PIXELS, canvas) if canvas else 0
            cause = self.script("document.querySelector('.cause').innerText")
            self.say(f"red number {index + 1} of {numbers}: cause and waves at clock {clock}",
                     cause and red > 200, f"cause {cause}, {red} red pixels")

    def failure(self, rtl, offers):
        """The first failure is said to be of the RTL in that folder, whose difference is shown;
        ones are counted, the golden model's handle is beside the block's."""
        self.open()
        self.script(f"{BAD}.open = true")
        self.wait(f"{BAD}.querySelector('canvas')")
        self.script(f"{BAD}.querySelectorAll('details').forEach(one => {{ one.open = true; }})")
        time.sleep(0.3)
        text = self.script(f"{BAD}.innerText")
        cause, heading, differs = (self.script(f"{BAD}.querySelector('{one}').innerText")
                                   for one in (".cause", "summary", "[role=status]"))
        top = self.script("document.querySelector('main').innerText").split("\nState\n")[0]
        figures = self.script("document.querySelector('.facts').innerText")
        for what, where, words in (
                ("the page begins with the RTL that fails", top, rtl),
                ("and with its cause", top, cause), ("and with a verdict", top[:8], "Failed: "),
                ("numbers say of which RTL they are", figures, rtl),
                ("so does its heading", heading, rtl),
                ("it differs at the marker", differs, "trace_handle")):
            self.say(what, words in where, where)
        self.say("the RTL's difference is shown", re.search(r"^\+.*~refused & ~held &", text, re.M))
        taken = re.search(r"slots taken +(\d+)", text)
        self.say("of slots taken the ones are counted", taken and int(taken[1]) <= 40, taken)
        dut, ref = (re.findall(rf"^{of} trace_handle +(\S+)", text, re.M) for of in ("dut", "ref"))
        self.say("the golden model's handle is beside the block's", dut and ref and dut != ref,
                 f"{dut}, {ref}")
        found = len(re.findall("^offer ", text, re.M))
        self.say(f"{offers} shrunk operations", found == offers, found)

    def tables(self):
        self.open()
        for heading, words in TABLES.items():
            there = self.script(
                "[...document.querySelectorAll('h3')].filter(one => one.textContent.includes("
                "arguments[0])).map(one => one.parentNode.querySelector('tbody').textContent)",
                heading)
            self.say(f"a table '{heading}' has '{words}'", words in "".join(there), there)

    def keyboard(self):
        """Tab reaches a table's heading, which sorts by Enter; arrow keys move the waves' cursor;
        a table's filter leaves the rows that have the word."""
        self.open()
        actions = ActionChains(self.driver)
        for _ in range(60):
            actions.send_keys(Keys.TAB).perform()
            if self.script("document.activeElement.matches('th button')"):
                break
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        order = self.script("document.activeElement.closest('th').getAttribute('aria-sort')")
        self.say("Tab reaches a heading, Enter sorts", "scending" in order, order)
        rows = ("document.querySelector('input[type=search]').closest('div.tools')"
                ".parentNode.querySelectorAll('tbody tr').length")
        before = self.script(rows)
        self.driver.find_element("css selector", "input[type=search]").send_keys("cosim.csv")
        after = self.script(rows)
        self.say("a filter leaves fewer rows", 0 < after < before, f"{before}, {after}")
        self.script(f"{BAD}.open = true")
        canvas = self.wait(f"{BAD}.querySelector('canvas[data-clock]')")
        before = canvas.get_attribute("data-clock")
        canvas.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.say("arrow keys move the cursor of the waves",
                 canvas.get_attribute("data-clock") != before, before)
        self.say("the address keeps the view", self.wait("location.hash.startsWith('#wave=')"))

    def phone(self):
        """Nothing is wider than a phone."""
        self.open(width=500)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        time.sleep(0.3)
        wide = self.script("document.documentElement.scrollWidth")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.say("readable on a phone", wide <= 391, f"{wide} pixels wide")

    def axe(self, script):
        """axe-core finds nothing serious, in light and in dark, but for later rows of tables."""
        for media in ("light", "dark"):
            self.open(media)
            self.script("document.querySelectorAll('main details').forEach("
                        "one => { one.open = true; })")
            time.sleep(0.5)
            self.script("document.querySelectorAll('tbody tr:nth-child(n+5)').forEach("
                        "one => one.remove())")
            self.driver.execute_script(script.read_text(encoding="utf-8"))
            found = self.driver.execute_async_script(
                "const [only, done] = arguments; axe.run({resultTypes: ['violations'], ...(only"
                " ? {runOnly: {type: 'rule', values: [only]}} : {})}).then(r => done("
                "r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v =>"
                " `${v.id} ${v.nodes.length}: ${v.nodes[0].html.slice(0, 120)}`)))",
                "color-contrast" if media == "dark" else None)
            self.say(f"axe-core, {media}: nothing serious", not found, found)


def make_page(build, history):
    subprocess.run(["scripts/report/report.py", build, "--history", history],
                   check=True, stdout=subprocess.DEVNULL)
    return build / "report/index.html"


def failing_build(folder, configs, program, planted):
    """Runs that pass, then one with a bug: its failure is made one of another RTL; of other checks
    a line each. Returns the build and the RTL."""
    build, mine = folder / "red/build", folder / "mine"
    build.mkdir(parents=True)
    (build / "semacredit").symlink_to(program)
    with open(folder / "runs", "w", encoding="utf-8") as log:
        run = lambda name, *arguments: subprocess.run(
            [name, *arguments, "--config-dir", configs], cwd=build.parent, check=False, stdout=log,
            stderr=log).returncode
        status = [run(program, "cosim", "--quick", "--workload", "moe,response")]
        reports = build / "reports"
        for name in ("cosim", "bins"):
            (reports / f"{name}_selected.csv").rename(reports / f"{name}.csv")
        status += [run(program, "experiments", "--only", "micro"),
                   run(planted, "cosim", "--jobs", "1", "--workload", "atomic")]
    assert status == [0, 0, 1], f"runs for the page, see {folder}/runs"

    def edit(path, old, new):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    case = build / "failures/atomic-0-generation_stays"
    shutil.copytree("rtl", mine)
    edit(mine / "path/sema_path_choice.sv", "~refused & ~refused_q", "~refused")
    for path in (case / "report.txt", reports / "versions.csv"):
        edit(path, "RTL of rtl/", f"RTL of {mine}/")
    (build / "coverage").mkdir()
    (build / "coverage/points.csv").write_text("line,build/hdl/sema_path_ids.sv,32,block,0\n",
                                               encoding="utf-8")
    for name, text in REPORTS.items():
        (reports / f"{name}.csv").write_text(text + "\n", encoding="utf-8")
    return build, str(mine)


def main(folder, configs, program, planted, python):
    tally, skipped = Tally(), []
    folder, configs, program, planted = (Path(one).resolve() for one in (folder, configs, program,
                                                                         planted))
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "none").mkdir(parents=True)
    driver = browser()
    driver.set_script_timeout(600)
    try:
        history = folder / "history"
        Page(driver, make_page(folder / "none", history), tally.say).quiet()
        build, mine = failing_build(folder, configs, program, planted)
        path = make_page(build, history)
        page = Page(driver, path, tally.say)
        report = build / "failures/atomic-0-generation_stays/report.txt"
        failure = report.read_text(encoding="utf-8")
        clock = re.search(r"clock (\d+)", failure)[1]
        page.quiet()
        page.clicks(clock)
        shrunk = (build / "failures/atomic_0_generation_stays.scenario").read_text(encoding="utf-8")
        page.failure(mine, len(re.findall("^offer", shrunk, re.M)))
        page.tables()
        tally.say("the second page appended to the history",
                  len(history.read_text(encoding="utf-8").splitlines()) == 3)

        # What the checks are for, planted.
        worse, noticed = path.with_name("bad.html"), []
        worse.write_text(re.sub(
            '<meta http-equiv="Content[^>]*>', '<img src="http://localhost:4999/x">',
            path.read_text(encoding="utf-8").replace("<script>drawAll", "<script>throw 1;drawAll")),
                         encoding="utf-8")
        bad = Page(driver, worse,
                   lambda what, holds, seen="": noticed.extend([] if holds else [what]))
        bad.quiet()
        bad.clicks(clock)
        for wanted in ("no error", "no request", "red number"):
            tally.say(f"a page that throws and asks: {wanted} is noticed",
                      any(one.startswith(wanted) for one in noticed), noticed)
        page.keyboard()
        page.phone()
        axe = Path(python, "packages/axe_playwright_python/axe.min.js")
        if axe.is_file():
            page.axe(axe)
        else:
            skipped.append("axe-core: no package")
        with open(build / "reports/cosim.csv", "r+", newline="", encoding="utf-8") as file:
            *_, last = csv.reader(file)
            csv.writer(file).writerows([last[0], seed, *last[2:]] for seed in range(10000))
        Page(driver, make_page(build, history), tally.say).quiet()
    finally:
        driver.quit()
    tally.finish("report-check", *skipped)


if __name__ == "__main__":
    NEEDED = [name for name in ("chromium", "chromedriver", "fst2vcd") if not shutil.which(name)]
    NEEDED += [] if os.path.exists("/usr/share/nodejs/d3/dist/d3.min.js") else ["node-d3"]
    try:
        import jinja2  # noqa: F401
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.keys import Keys

        from chromium import browser, requests, wait_for
    except ImportError as error:
        NEEDED.append(str(error))
    if NEEDED:
        Tally().finish("report-check", f"{', '.join(NEEDED)}: not here (make report-check has it "
                       "installed)")
    main(*sys.argv[1:])
