"""Other people's catalogues: read in their own formats, categories and attributes inferred, nothing made
up."""

from .files import SourceFile as SourceFile
from .formats import FORMATS as FORMATS
from .offer import UnreadableFile as UnreadableFile
from .report import ImportReport as ImportReport
from .report import lines as lines
