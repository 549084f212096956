"""The second opinion: trained again it is the same to the byte, and on lines it was not trained on it is rarely wrong
where it is sure."""

from retailgym.customer import opinion

from . import train

LEAST_RIGHT = 0.95


def test_trained_again_it_is_the_same_and_right_on_lines_that_were_held_out():
    rows = train.examples()
    weights = train.train([row for row in rows if row[0] != train.HELD_OUT])
    assert opinion.write(weights) == train.WEIGHTS.read_text(encoding="utf-8"), "run make ear"
    topics = {row[2] for row in rows if row[0] != train.HELD_OUT}
    found = [(row, opinion.weigh(weights, row[1], topics)) for row in rows if row[0] == train.HELD_OUT]
    sure = [(row[2], o.topic, row[3]["message"]) for row, o in found if o.margin >= opinion.FIRM]
    wrong = [x for x in sure if x[0] != x[1]]
    assert len(sure) > 0.5 * len(found) and len(wrong) <= (1 - LEAST_RIGHT) * len(sure), wrong


def test_names_labels_and_values_are_blotted_out_alike():
    assert opinion.signs(["how", "many", "of", "12", "3", "?"]) == [
        *["how", "many", "of", opinion.VALUE, "?"],
        *["^ how", "how many", "many of", f"of {opinion.VALUE}", f"{opinion.VALUE} ?", "? $"],
    ]
