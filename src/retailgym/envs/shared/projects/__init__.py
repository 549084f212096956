"""Projects: what people shop for together, how the pieces must match, and the cheapest way to buy them."""

from .book import PROJECTS as PROJECTS
from .book import Fit as Fit
from .book import Project as Project
from .linking import LinkedFit as LinkedFit
from .linking import draw_links as draw_links
from .linking import worked_out as worked_out
from .match import Match as Match
from .plan import MOST_FOUND as MOST_FOUND
from .plan import Candidate as Candidate
from .plan import ProjectPlan as ProjectPlan
from .plan import draw_plan as draw_plan
from .solver import Stand as Stand
from .solver import bundles as bundles
from .solver import cheapest as cheapest
