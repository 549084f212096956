"""The worked policy of the policy tests, with a desk that refunds, doubts nobody and asks for nothing, unless
a test says otherwise."""

from retailgym.policy import Policy
from retailgym.policy.rules import Is, Say

from ..policy.worked import worked_policy, written


def desk_policy() -> Policy:
    policy = worked_policy()
    policy = written(policy, "fraud_points", (Say(0), ()))
    policy = written(policy, "fraud_threshold", (Say(50), ()))
    policy = written(policy, "fraud_action", (Say("proceed"), ()))
    policy = written(policy, "refund_limit", (Say(30_000), ()))
    policy = written(policy, "report_window", (Say(7), ()))
    policy = written(policy, "proof_needed", (Say("photo"), ()))
    policy = written(policy, "send_back", (Say(True), ()))
    policy = written(policy, "priority", (Say("low"), ()), (Say("medium"), (Is("reason", ("damaged",)),)))
    return written(
        policy, "resolution", (Say("refund"), ()), (Say("exchange"), (Is("wants", ("exchange",)),))
    )
