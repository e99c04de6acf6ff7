"""Chromium, as checks of pages drive it.

usage: chromium.py ADDRESS PICTURE.png     as it opens
"""
import json
import sys
import time

from selenium import webdriver


def browser():
    """Chromium without a display; sandboxes do not work in every container."""
    options = webdriver.ChromeOptions()
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                 "window-size=1300,1000", "hide-scrollbars"):
        options.add_argument("--" + flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options)


def wait_for(found, tries=40):
    """What a function finds within some seconds, however busy the machine is."""
    for _ in range(tries):
        if found():
            break
        time.sleep(0.2)
    return found()


def requests(driver):
    """What pages asked for since this was asked last."""
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return [event["params"]["request"]["url"] for event in events
            if event["method"] == "Network.requestWillBeSent"]


if __name__ == "__main__":
    page = browser()
    page.get(sys.argv[1])
    time.sleep(0.5)
    page.save_screenshot(sys.argv[2])
    page.quit()
