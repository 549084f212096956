"""How many a customer wants to choose from, and what comes first."""

# {n} a number
SHORTLIST = (
    "Show me the best {n}.", "A shortlist of {n}, please.", "{n} suggestions will do.",
    "I'd like {n} to choose from.", "Pick {n} for me.",
    "Narrow it down to {n}.", "Give me your top {n}.",
)  # fmt: skip
# where somebody buys them all
ALL_BOUGHT = (
    "I'll take {n} of them.", "I'm going to buy {n}.", "{n} different ones, please.", "I'd like {n} in all.",
    "Let's make it {n} different ones.",
)  # fmt: skip
JUST_THE_BEST = (
    "I only need one suggestion.", "One suggestion is enough.", "Just one, not a list.", "Pick one for me.",
)  # fmt: skip
PREFERENCE = {
    "price up": ("The cheapest first, please.", "Cheapest at the top, please.", "The cheaper the better.",
    "Go by price, lowest first."),
    "price down": (
        "Most expensive first, you get what you pay for.",
        "Go by price, dearest first, I want something good.",
        "Dearest at the top, I don't mind paying for quality.",
    ),
    "rating down": (
        "Best rated first, please.", "Put the one with the most stars at the top.",
        "Go by the reviews, best rating first.",
    ),
    "shipping_days up": (
        "The quickest to arrive comes first.", "Whichever gets here soonest first, please.",
        "Go by delivery, fastest first.",
    ),
}  # fmt: skip
PREFERENCE_OF = {
    "weight up": ("The lightest comes first.", "Go by weight, lightest first.", "The lighter, the better."),
}
# where there is just one, nothing comes first
PREFERENCE_OF_ONE = {
    "price up": ("The cheapest, please.", "The cheaper the better."),
    "price down": (
        "The most expensive, you get what you pay for.",
        "The dearest, I want something good.",
    ),
    "rating down": ("The best rated, please.", "The one with the most stars, please."),
    "shipping_days up": ("The quickest to arrive, please.", "Whichever gets here soonest, please."),
    "weight up": ("The lightest, please.", "The lighter, the better."),
}
PREFERENCE_BY_OF_ONE = (
    "The one with the {most} {label}, please.",
    "The {more} the {label}, the better.",
)
# by a number of the product's own: {most} is highest or longest, {more} higher or longer
PREFERENCE_BY = (
    "The one with the {most} {label} comes first.",
    "Go by {label}, {most} first.",
    "The {more} the {label}, the better.",
)
MOST = {"up": ("lowest", "lower"), "down": ("highest", "higher")}
MOST_LARGE = {"up": ("smallest", "smaller"), "down": ("largest", "larger")}  # whatever it is
MOST_LONG = {"up": ("shortest", "shorter"), "down": ("longest", "longer")}
LONG = ("months", "month", "h", "min", "days", "years", "cm", "m")  # units
