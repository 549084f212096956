"""Other people's catalogues: read in their own formats, categories and attributes inferred, nothing made up."""

from .files import Source as Source
from .formats import FORMATS as FORMATS
from .offer import Unreadable as Unreadable
from .report import Report as Report
from .report import lines as lines
