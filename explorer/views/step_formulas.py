"""The formulas of one step with the step's own numbers in them, as rich text (B, appendix A)."""

import html
import math

import numpy as np

from explorer.number_text import number
from explorer.views.step_numbers import StepNumbers
from explorer.views.tokens import brief, isolated

TERMS = 3  # weights that are written out in the sum of the context vector
LEAST_TOLD = 0.0005  # a smaller weight would be written as 0.000
COMPONENTS = 4  # numbers of the context vector that are written out


def energies(numbers: StepNumbers, position: int) -> str:
    """e_ij of the model's own alignment model for one source position (engine.models.attention)."""
    assert numbers.energies is not None
    state, annotation = _sub("s", str(numbers.step)), _sub("h", str(position + 1))
    moved, kept = f"<i>W<sub>a</sub></i> {state}", f"<i>U<sub>a</sub></i> {annotation}"
    match numbers.alignment:
        case "dot":
            right = f"({moved})ᵀ ({kept})"
        case "scaled-dot":
            right = f"({moved})ᵀ ({kept}) / √<i>n′</i>"
        case "general":
            right = f"({moved})ᵀ {annotation}"
        case "gaussian-windows":
            right = _log_windows(numbers, position)
        case _:
            right = f"<i>v<sub>a</sub></i>ᵀ tanh({moved} + {kept})"
    return f"{_at(numbers, 'e', position)} = {right} = <b>{number(numbers.energies[position])}</b>"


def _log_windows(numbers: StepNumbers, position: int) -> str:
    """The logarithm of the sum of Gaussian windows at one source position (Graves 2013, equation 46)."""
    window = f"<i>a<sub>k</sub></i> exp(−<i>b<sub>k</sub></i> (<i>κ<sub>k</sub></i> − {position + 1})²)"
    return f"log Σ<sub><i>k</i></sub> {window}"


def weights(numbers: StepNumbers, position: int) -> str:
    """alpha_ij = exp(e_ij) / sum_k exp(e_ik) for one source position; where it was changed, both values."""
    assert numbers.energies is not None
    assert numbers.weights is not None
    exponentials = np.exp(numbers.energies.astype(np.float64))
    above, below = f"exp {_at(numbers, 'e', position)}", f"Σ<sub><i>k</i></sub> exp {_at(numbers, 'e', 'k')}"
    fraction = f"{_magnitude(exponentials[position])} / {_magnitude(exponentials.sum())}"
    value = f"<b>{number(numbers.weights[position])}</b>"
    left = _at(numbers, "α", position)
    if not numbers.has_own_weights:
        own = f"{number(exponentials[position] / exponentials.sum())}"
        return f"{left} = {value}, changed<br>the model's own: {above} / {below}<br>= {fraction} = {own}"
    return f"{left} = {above} / {below}<br>= {fraction} = {value}"


def context(numbers: StepNumbers) -> str:
    """c_i = sum_j alpha_ij h_j with its heaviest terms; or the constant c where there is no attention."""
    left = _sub("c", str(numbers.step + 1))
    if numbers.weights is None:
        return f"{left} = <i>c</i> = {_vector(numbers)}, the same at every step"
    heaviest = numbers.heaviest(TERMS)
    terms = [f"{number(numbers.weights[j])} {_sub('h', str(j + 1))}" for j in heaviest]
    if rest := len(numbers.weights) - len(heaviest):
        share = 1.0 - float(sum(numbers.weights[j] for j in heaviest))
        together = number(share) if share >= LEAST_TOLD else f"less than {LEAST_TOLD}"
        terms.append(f"{rest} more, together {together}")
    right = f"Σ<sub><i>j</i></sub> {_at(numbers, 'α', 'j')} {_sub('h', 'j')}"
    return f"{left} = {right}<br>= {' + '.join(terms)}<br>= {_vector(numbers)}"


def next_word(numbers: StepNumbers) -> str:
    """p(y_i | ...) = exp(log-probability), and the score of the path so far."""
    word = html.escape(isolated(brief(numbers.word)))
    probability = f"<b>{number(math.exp(numbers.log_prob))}</b>"
    left = f"<i>p</i>({_sub('y', str(numbers.step + 1))} = “{word}”)"
    before = number(numbers.score - numbers.log_prob)
    path = f"{before} + ({number(numbers.log_prob)}) = <b>{number(numbers.score)}</b>"
    return f"{left} = exp({number(numbers.log_prob)}) = {probability}<br>log-probability so far = {path}"


def _sub(letter: str, index: str) -> str:
    return f"<i>{letter}</i><sub>{index}</sub>"


def _at(numbers: StepNumbers, letter: str, position: int | str) -> str:
    column = position if isinstance(position, str) else str(position + 1)
    return _sub(letter, f"{numbers.step + 1},{column}")


def _magnitude(value: float) -> str:
    return f"{value:.4g}" if math.isfinite(value) else "∞"


def _vector(numbers: StepNumbers) -> str:
    assert numbers.context is not None
    first = "; ".join(number(value, 2) for value in numbers.context[:COMPONENTS])
    more = "; …" if len(numbers.context) > COMPONENTS else ""
    return f"({first}{more})"
