"""Pages in a headless Chromium, as Debian packages it."""

import contextlib
import shutil

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


@contextlib.contextmanager
def chromium(size=(1400, 1000)):
    """Gives the driver of a browser; the test is skipped where there is none."""
    if not CHROMIUM or not DRIVER:
        pytest.skip("no chromium")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-dev-shm-usage",
        "window-size={},{}".format(*size),
    ):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


@contextlib.contextmanager
def shown(driver, path, dark=False):
    """Shows a file meanwhile; nothing may stand in the console afterwards."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    driver.get("about:blank")
    driver.get(path.as_uri())
    yield
    assert driver.get_log("browser") == []
