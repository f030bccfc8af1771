"""Debian's Chromium, driven by Selenium: for the tests of the page, and to measure its paint."""

from __future__ import annotations

import os
import shutil
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars")


def _program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_there() -> bool:
    """Whether there is a browser with its driver."""
    return _program() is not None and shutil.which("chromedriver") is not None


def start() -> Any:
    """Start a browser without a window; whoever starts it quits it."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = _program() or ""
    for flag in FLAGS:
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    os.environ["SE_OFFLINE"] = "true"  # nothing is looked for elsewhere
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def look(driver: Any, width: int, height: int, scheme: str = "light", script: bool = True) -> None:
    """Set the size of the window, light or dark, and whether scripts run."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
