"""The fast path: plainly clean records answered by tables.

`path` looks a record up, `tables` has the readable engine fill what is looked up. The readable engine
stays the only source of findings and results; what is not plainly clean is left to it.
"""

from .path import quick_answer
from .tables import is_met_again

__all__ = ["is_met_again", "quick_answer"]
