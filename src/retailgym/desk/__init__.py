"""The returns desk: tickets drawn from what happened, gold that the policy derives from the records, and the grade."""
