"""The customer: hears what was asked, decides what to say (acts), says it in words (voice), and mistypes some
of it (noise)."""

from .acts import Act as Act
from .acts import Talk as Talk
from .conversation import Shop as Shop
from .conversation import Utterance as Utterance
from .conversation import category_of as category_of
from .conversation import known as known
from .conversation import listen as listen
from .conversation import next_request as next_request
from .conversation import open_talk as open_talk
from .conversation import reply as reply
from .conversation import shop_of as shop_of
from .conversation import unasked as unasked
from .conversation import understood as understood
from .conversation import utterance as utterance
from .heard import Heard as Heard
from .revising import how_many as how_many
from .revising import pending as pending
from .revising import with_revisions as with_revisions
from .strangers import bought_in as bought_in
