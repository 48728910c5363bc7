"""The exponential moving average of a row that grows, weighted so that it starts without a bias."""

import numpy as np
from numpy.typing import NDArray

LEAST_DECAYED = 1e-8  # a block of the moving average ends before its weights get smaller than this

Floats = NDArray[np.float64]


class MovingAverage:
    """Over about `span` values; what is not finite counts for nothing and stays a gap.

    It is taken of the differences to the first number, so that a constant stays exactly that constant.
    """

    def __init__(self, span: int) -> None:
        self._decay = 1.0 - 2.0 / (span + 1.0)
        self._base: float | None = None
        self._weighted = self._counted = 0.0  # the sums so far

    def extend(self, values: Floats) -> Floats:
        """The average at each of these values, which follow those that came before."""
        finite = np.isfinite(values)
        if self._decay <= 0.0 or not finite.any():
            return np.where(finite, values, np.nan)
        if self._base is None:
            self._base = float(values[finite.argmax()])
        with np.errstate(over="ignore", invalid="ignore"):  # of values that are no numbers or enormous
            weighted = self._sums(np.where(finite, values - self._base, 0.0), self._weighted)
            counted = self._sums(finite.astype(np.float64), self._counted)
            self._weighted, self._counted = float(weighted[-1]), float(counted[-1])
            return np.where(finite, self._base + weighted / np.where(finite, counted, 1.0), np.nan)

    def _sums(self, values: Floats, carried: float) -> Floats:
        """s_n = decay * s_(n-1) + x_n, within blocks too short to lose digits, then over them."""
        size = min(max(1, int(np.log(LEAST_DECAYED) / np.log(self._decay))), len(values))
        factors = self._decay ** np.arange(1, size + 1)
        blocks = np.pad(values, (0, -len(values) % size)).reshape(-1, size)
        sums = factors * np.cumsum(blocks / factors, axis=1)
        before = np.empty(len(blocks))
        for number, end in enumerate(sums[:, -1].tolist()):
            before[number] = carried
            carried = end + factors[-1] * carried
        sums += factors * before[:, None]
        return sums.ravel()[: len(values)]
