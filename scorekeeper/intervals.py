"""How far a share that was counted can be trusted. Pure: takes two whole numbers, knows no players and no hands."""

from dataclasses import dataclass
from math import sqrt

# Of the normal distribution, for an interval that holds nine times in ten.
_Z = 1.6448536269514722


@dataclass(frozen=True)
class Share:
    """`part` of `n`, with the interval that holds the true share nine times in ten (Wilson). All in whole per cent."""

    part: int
    n: int

    @property
    def percent(self) -> int:
        return round(100 * self.part / self.n)

    @property
    def low(self) -> int:
        return round(100 * self._bounds()[0])

    @property
    def high(self) -> int:
        return round(100 * self._bounds()[1])

    def _bounds(self) -> tuple[float, float]:
        share = self.part / self.n
        squeeze = 1 + _Z**2 / self.n
        middle = (share + _Z**2 / (2 * self.n)) / squeeze
        reach = _Z * sqrt(share * (1 - share) / self.n + _Z**2 / (4 * self.n**2)) / squeeze
        return max(0.0, middle - reach), min(1.0, middle + reach)
