"""A slice of the students' work: never a false alarm, never wrong work called right."""

import pytest

from benchmarks.student_work import FALSE, verdict, work

SLICE = work(12)


@pytest.mark.parametrize("case", SLICE, ids=[each["why"] for each in SLICE])
def test_nothing_is_judged_falsely(case):
    assert verdict(case) not in FALSE
