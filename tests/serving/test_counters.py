"""The counts of several workers in one file."""

from retailgym.serving.counters import Counters, shared_file


def test_workers_that_share_a_file_do_not_wait_for_each_other_and_are_summed() -> None:
    file = shared_file()
    one, two = Counters(file), Counters(file)
    one.add("steps", 2)
    two.add("steps", 3)
    two.set("sessions_open", 4)
    assert one.totals()["steps"] == two.totals()["steps"] == 5
    assert "retailgym_steps_total 5\n" in one.written() and "retailgym_sessions_open 4\n" in one.written()
