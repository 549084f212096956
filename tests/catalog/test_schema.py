"""The data of the 24 categories: sound, unambiguous, and rich enough to wish for things."""

from collections import defaultdict

import msgspec
import pytest

from retailgym.catalog.schema import CatalogSchema, Category, Lacks, faults
from retailgym.catalog.search.tokens import terms
from retailgym.core.values import replace


def test_there_are_24_categories_each_with_its_own_name(schema: CatalogSchema) -> None:
    assert len({c.name for c in schema.categories}) == len(schema.categories) == 24


def test_no_category_has_a_fault(schema: CatalogSchema) -> None:
    assert [(c.name, fault) for c in schema.categories for fault in faults(c)] == []


def test_a_value_given_twice_is_a_fault(schema: CatalogSchema) -> None:
    kettles = schema.categories[0]
    first = kettles.attributes[0]
    twice = replace(first, choices=(*first.choices, replace(first.choices[0], label="x", says=("y",))))
    assert list(faults(replace(kettles, attributes=(twice, *kettles.attributes[1:])))) == [
        "material: a value twice"
    ]


def test_words_that_say_two_things_are_a_fault(schema: CatalogSchema) -> None:
    kettles = schema.categories[0]
    handle = kettles.attribute["handle"]
    unclear = replace(
        handle, choices=(replace(handle.choices[0], says=("Made of Glass",)), *handle.choices[1:])
    )
    others = tuple(a for a in kettles.attributes if a.name != "handle")
    assert list(faults(replace(kettles, attributes=(*others, unclear)))) == [
        "'Made of Glass' says both material=borosilicate glass and handle=cool-touch"
    ]


def test_each_kind_has_5_to_12_attributes_of_which_2_can_be_filtered_and_2_stand_on_the_page_alone(
    schema: CatalogSchema,
) -> None:
    for c in schema.categories:
        assert len({a.name for a in (*c.filters, *c.options)}) == len(c.filters) + len(c.options), c.name
        for kind, own in zip(c.kinds, c.of_kind, strict=True):
            listed = [a for a in own.attributes if a.filterable]
            assert len(listed) >= 2 and len(own.attributes) - len(listed) >= 2, kind.name
            assert 5 <= len(own.attributes) <= 12, kind.name


def test_numbers_have_a_unit_rise_and_can_be_bounded_in_words_while_words_have_none_of_that(
    schema: CatalogSchema,
) -> None:
    for c in schema.categories:
        for a in c.attributes:
            values = [choice.value for choice in a.choices]
            assert len(values) >= 3, (c.name, a.name)
            if a.unit:
                assert all(type(v) is int for v in values) and values == sorted(values), (c.name, a.name)
                assert a.at_least and a.at_most and all(t.count("{}") == 1 for t in a.at_least + a.at_most), (
                    c.name,
                    a.name,
                )
            else:
                assert all(type(v) is str for v in values) and not a.at_least and not a.at_most, (
                    c.name,
                    a.name,
                )


def test_every_value_has_a_label_and_at_least_two_everyday_ways_to_say_it(schema: CatalogSchema) -> None:
    for c in schema.categories:
        for thing in (*c.attributes, *c.options):
            for choice in thing.choices:
                assert choice.label and len(set(choice.says)) >= 2, (c.name, thing.name, choice.value)


def test_the_grid_of_options_has_room_for_six_variants(schema: CatalogSchema) -> None:
    for c in schema.categories:
        for kind, own in zip(c.kinds, c.of_kind, strict=True):
            first, *second = [len(own.possible[kind.name, o.name]) for o in own.options]
            assert first >= 6 if not second else first >= 3 and second[0] >= 2, kind.name


def test_no_noun_names_two_kinds_of_product(schema: CatalogSchema) -> None:
    called = defaultdict(set)
    for c in schema.categories:
        for k in c.kinds:
            assert k.price_cents > 0 and len({k.noun, *k.also}) >= 2, k.name
            for words in (k.name, *k.words):
                called[" ".join(terms(words))].add((c.name, k.name))
    assert {noun: kinds for noun, kinds in called.items() if len(kinds) > 1} == {}


def test_every_cue_belongs_to_one_topic_of_its_category(schema: CatalogSchema) -> None:
    for c in [own for category in schema.categories for own in category.of_kind]:
        topics = defaultdict(set)
        for thing in (*c.filters, *c.options):
            assert all(thing.cues), (c.name, thing.name)
            for cue in thing.cues:
                topics[cue].add(thing.name)
        assert {cue: names for cue, names in topics.items() if len(names) > 1} == {}, c.name


def test_a_kind_has_nothing_of_what_it_lacks(schema: CatalogSchema) -> None:
    chargers = schema.categories[6]
    cables = chargers.of_kind[[k.name for k in chargers.kinds].index("Charging cables")]
    assert "climate" in chargers.attribute and "climate" not in cables.attribute
    assert "length" in cables.option and "cable_length" not in cables.option
    wrong = replace(chargers, lacks=(Lacks(kind="Charging cables", names=("wheels",)),))
    assert "lacks: there is no wheels of Charging cables" in list(faults(wrong))


def test_a_model_name_is_neither_a_brand_nor_a_noun_nor_a_value_of_its_category(
    schema: CatalogSchema,
) -> None:
    """The generator and the overlay find it in a title by its words."""
    for c in schema.categories:
        others = [
            *c.brands,
            *(w for k in c.kinds for w in (k.name, *k.words)),
            *(label for a in c.attributes for label in a.labels),
        ]
        taken = {word for text in others for word in terms(text)}
        assert len(set(c.series)) == len(c.series) >= 8 and len(set(c.brands)) == len(c.brands) >= 8, c.name
        assert [name for name in c.series if taken & set(terms(name))] == [], c.name


def test_a_file_with_a_misspelt_field_is_refused_by_name() -> None:
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert(
            {
                "name": "Hats",
                "brands": [],
                "series": [],
                "kinds": [],
                "attributes": [],
                "options": [],
                "colour": 1,
            },
            Category,
        )
