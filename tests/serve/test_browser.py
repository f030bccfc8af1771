"""The page in a real Chromium: typed into, solved, hinted, checked, practised, looked at.

With ALJABR_SHOTS set to a folder, pictures of the pages are left there.
"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from urllib.parse import urlencode

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from benchmarks import chromium as chromiums

ENOUGH = 30
DESKTOP, PHONE = (1100, 800), (390, 780)
pytestmark = pytest.mark.skipif(
    not chromiums.is_there(), reason="there is no Chromium with its driver on this machine"
)


class Browser:
    """A browser and the server it looks at."""

    def __init__(self, driver, url: str) -> None:
        self.driver = driver
        self.url = url

    def open(self, path: str = "", **fields: object) -> None:
        self.driver.get(self.url + path + ("?" + urlencode(fields) if fields else ""))

    def find(self, selector: str):
        return self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector))[0]

    def all(self, selector: str):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition):
        """Wait for something on a whole page; what belongs to the page before is sought again."""
        patient = WebDriverWait(self.driver, ENOUGH, ignored_exceptions=[WebDriverException])
        ready = "return document.readyState == 'complete'"
        return patient.until(lambda driver: driver.execute_script(ready) and condition())

    def focused(self) -> str | None:
        """Return the name of the field that is ready to be typed into."""
        return self.driver.switch_to.active_element.get_attribute("name")

    def wait_for(self, selector: str, text: str) -> None:
        self.wait(lambda: any(text in each.text for each in self.all(selector)))

    def click(self, selector: str, text: str = "") -> None:
        """Click what reads so, once it is there."""

        def clicked() -> bool:
            found = [each for each in self.all(selector) if text in each.text]
            if found:
                found[0].click()
            return bool(found)

        self.wait(clicked)

    def look(self, size=DESKTOP, scheme="light", script=True) -> None:
        """Set the size of the window, light or dark, and whether scripts run."""
        chromiums.look(self.driver, *size, scheme=scheme, script=script)

    def errors(self) -> list[str]:
        """Return what scripts and the content security policy have complained of."""
        told = [each["message"] for each in self.driver.get_log("browser")]
        return [each for each in told if "the server responded with a status of 4" not in each]

    def shoot(self, name: str) -> None:
        folder = os.environ.get("ALJABR_SHOTS")
        if folder:
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))


@pytest.fixture(scope="module")
def chromium():
    driver = chromiums.start()
    driver.set_page_load_timeout(ENOUGH)
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium, server):
    found = Browser(chromium, server.url)
    found.look()
    chromium.get_log("browser")
    yield found
    assert found.errors() == []


def test_typing_shows_what_is_understood_and_enter_solves(browser):
    browser.open()
    browser.wait(lambda: browser.focused() == "equation")  # ready to type at once
    field = browser.driver.switch_to.active_element
    field.send_keys("sqrt(x + 3) = x - 3")
    browser.wait_for("#understood", "Understood")
    assert browser.all("#understood math msqrt")
    field.send_keys(Keys.ENTER)
    browser.wait_for(".answer", "the only real root")
    assert browser.find(".roots math").text.split() == ["x", "=", "6"]
    assert [each.text for each in browser.all(".cases h3")] == ["Case a", "Case b"]
    assert len(browser.all(".steps .step")) == 7
    assert browser.all("svg.aljabr path.curve")
    assert browser.driver.current_url.endswith("equation=sqrt%28x+%2B+3%29+%3D+x+-+3&for=&domain=")
    browser.shoot("solve")


def test_a_mistake_is_marked_as_it_is_typed(browser):
    browser.open()
    field = browser.find("#equation")
    field.send_keys("3x + = 4")
    browser.wait_for("#understood", "at column 6")
    assert browser.find("#understood mark").text == "="
    assert field.get_attribute("aria-invalid") == "true"
    for _ in range(3):
        field.send_keys(Keys.BACKSPACE)
    field.send_keys("1 = 4")
    browser.wait_for("#understood", "Understood")
    assert field.get_attribute("aria-invalid") == "false"


def test_formulas_are_set_as_mathematics(browser):
    browser.open(equation="(x + 3)/(x - 1) = x")
    fraction = browser.find(".step.start mfrac")
    above, below = browser.all(".step.start mfrac > *")[:2]
    assert above.rect["y"] + above.rect["height"] <= below.rect["y"] + 1
    assert fraction.rect["height"] > 1.5 * above.rect["height"]


def test_a_hint_comes_step_by_step_and_gives_nothing_away(browser):
    browser.open(equation="3x + 5 = 11")
    browser.click("button", "Give me a hint")
    browser.wait_for(".answer", "Subtract 5 from both sides")
    assert "3" not in browser.find(".answer").text.replace("Subtract 5", "")
    browser.shoot("hint")
    for _ in range(4):
        if browser.wait(lambda: browser.find("h2#hint").text) == "Done":
            break
        browser.click(".reveal summary")
        browser.wait_for(".reveal .button", "Take this step")
        before = browser.driver.current_url
        browser.click(".reveal .button")
        browser.wait(lambda before=before: browser.driver.current_url != before)
    assert browser.find("h2#hint").text == "Done"


def test_work_is_checked_as_it_is_typed(browser):
    browser.open("check")
    field = browser.find("#lines")
    field.send_keys("2(x + 3) = 10\n2x + 6 = 10")
    browser.wait_for(".checked .right", "2x + 6 = 10")
    field.send_keys("\n2x = 16")
    browser.wait_for(".checked .wrong", "2x = 16")
    wrong = browser.find(".checked .wrong").text
    assert "sign" in wrong
    assert "x = 2" in wrong
    browser.shoot("check")
    browser.click("button", "Check")
    browser.wait(lambda: "lines=" in browser.driver.current_url)
    browser.wait_for(".checked .wrong", "2x = 16")


def test_an_exercise_is_drawn_and_its_lines_checked(browser):
    browser.open("practice")
    browser.click("select[name=kind]")
    browser.click("select[name=kind] option", "linear")
    browser.click("button", "Give me an equation")
    browser.wait(lambda: "seed=" in browser.driver.current_url)
    browser.wait_for(".answer", "Solve for x")
    browser.find("#lines").send_keys("x = 123456")
    browser.wait_for(".checked .wrong", "x = 123456")
    browser.shoot("practice")


def test_a_look_inside_draws_the_tree_and_the_thoughts(browser):
    browser.open(equation="sqrt(x + 3) = x - 3")
    browser.click("button", "Look inside")
    browser.wait_for("h2", "What the search tried")
    assert len(browser.all("svg.tree circle.on")) >= 4
    assert browser.all(".state tr.chosen")
    browser.shoot("look")


def test_an_answer_is_copied(browser):
    browser.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]}
    )
    browser.open(equation="2x = 4")
    browser.click(".copies summary")
    browser.click(".copies button", "Copy LaTeX")
    browser.wait_for(".copies button", "Copied")
    text = browser.driver.execute_async_script(
        "navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))"
    )
    assert text == browser.find("#as-latex").get_attribute("value")
    assert "align*" in text
    link = browser.find("#as-link").get_attribute("value")
    assert link == browser.url + "?equation=2x+%3D+4"


def test_everything_works_without_a_script(browser):
    browser.look(script=False)
    browser.open()
    browser.find("#equation").send_keys("x^2 = 9", Keys.ENTER)
    browser.wait_for(".answer", "all real roots")
    assert len(browser.all(".cases > li")) == 2
    browser.open("check", lines="2x = 4\nx = 3")
    browser.wait_for(".checked .wrong", "x = 3")
    browser.open("practice", kind="linear", difficulty=1)
    browser.wait_for(".answer", "Solve for x")
    browser.find("#lines").send_keys("x = 123456")
    browser.click("button", "Check")
    browser.wait_for(".checked .wrong", "x = 123456")


def test_dark_is_dark_and_the_plot_too(browser):
    backs = {}
    for scheme in ("light", "dark"):
        browser.look(scheme=scheme)
        browser.open(equation="(x + 3)/(x - 1) = x")
        colour = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        backs[scheme] = [browser.driver.execute_script(colour, *each) for each in
                         (("body", "backgroundColor"), (".aljabr .paper", "fill"))]  # fmt: skip
        browser.shoot(f"plot-{scheme}")
    assert backs["dark"] == ["rgb(13, 17, 23)", "rgb(13, 17, 23)"]
    assert backs["light"] == ["rgb(252, 252, 250)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("", {}), ("", {"equation": "a x^2 + b x + c = 0"}), ("", {"equation": "1/(x - 1) = x"}),
        ("look", {"equation": "sqrt(x + 3) = x - 3"}), ("check", {"lines": "2x = 4\nx = 3"}),
        ("practice", {"kind": "quadratic", "difficulty": 3, "seed": 1}), ("methods", {}),
        ("hint", {"equation": "x^2 - 5x + 6 = 0"}),
    ],
)  # fmt: skip
def test_nothing_is_wider_than_a_phone(browser, path, fields):
    browser.look(PHONE, "dark")
    browser.open(path, **fields)
    browser.find("h1")
    wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= PHONE[0]
    browser.shoot(f"phone-{path or 'solve'}-{len(fields)}")


def test_the_keyboard_reaches_everything_in_order(browser):
    browser.open(equation="2x = 4")
    browser.driver.execute_script("document.activeElement.blur()")
    seen = []
    for _ in range(14):
        browser.driver.switch_to.active_element.send_keys(Keys.TAB)
        here = browser.driver.switch_to.active_element
        seen.append(here.text or here.get_attribute("name") or here.tag_name)
        outline = "return getComputedStyle(arguments[0]).outlineStyle"
        assert browser.driver.execute_script(outline, here) != "none", seen
    assert seen[:10] == [
        "Skip to the content", "aljabr", "Solve", "Check my work", "Practice", "Methods",
        "equation", "Solve", "Give me a hint", "Look inside",
    ]  # fmt: skip


AXE = """
const done = arguments[0];
axe.run(document, {resultTypes: ["violations"]}).then(
  found => done(found.violations.map(each => [each.impact, each.id, each.nodes[0].html])),
  error => done([["critical", String(error), ""]]));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "?equation=sqrt(x%2B3)%3Dx-3", "?equation=x%3D%3D2",
    "check?lines=2(x%2B3)%3D10%0A2x%3D7", "hint?equation=3x%3D6", "look?equation=3x%2B5%3D11",
    "practice?kind=linear&difficulty=1&seed=1", "methods"])  # fmt: skip
def test_axe_finds_nothing(browser, path, scheme):
    pytest.importorskip("axe_core_python")
    script = resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
    browser.look(scheme=scheme)
    browser.open(path)
    browser.find("h1")
    browser.driver.execute_script(script)
    found = browser.driver.execute_async_script(AXE)
    assert [each for each in found if each[0] in ("serious", "critical")] == []
    assert found == []
