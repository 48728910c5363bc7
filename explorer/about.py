"""What the program is, on which papers it rests, and which packages it uses in which versions."""

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QT_TRANSLATE_NOOP

from engine import __version__

NAME = "Alignment Explorer"
VERSION = __version__
LICENCE = "MIT"

PAPERS = (
    "D. Bahdanau, K. Cho, Y. Bengio: Neural Machine Translation by Jointly Learning to Align and Translate. "
    "ICLR 2015, arXiv:1409.0473",
    "K. Cho, B. van Merriënboer, C. Gulcehre, D. Bahdanau, F. Bougares, H. Schwenk, Y. Bengio: Learning "
    "Phrase Representations using RNN Encoder–Decoder for Statistical Machine Translation. EMNLP 2014, "
    "arXiv:1406.1078",
    "I. Sutskever, O. Vinyals, Q. V. Le: Sequence to Sequence Learning with Neural Networks. NIPS 2014, "
    "arXiv:1409.3215",
)


@dataclass(frozen=True)
class Package:
    """A package that the program uses: what for, and under which licence it stands."""

    name: str
    use: str
    licence: str

    def version(self) -> str:
        """The version that is installed; empty where it is not."""
        try:
            return version(self.name)
        except PackageNotFoundError:
            return ""


PACKAGES = (
    Package("PySide6-Essentials", QT_TRANSLATE_NOOP("About", "the window (Qt)"), "LGPL-3.0"),
    Package("pyqtgraph", QT_TRANSLATE_NOOP("About", "curves"), "MIT"),
    Package("numpy", QT_TRANSLATE_NOOP("About", "arrays"), "BSD-3-Clause"),
    Package("torch", QT_TRANSLATE_NOOP("About", "models and training"), "BSD-3-Clause"),
    Package("safetensors", QT_TRANSLATE_NOOP("About", "files of weights and traces"), "Apache-2.0"),
    Package("sentencepiece", QT_TRANSLATE_NOOP("About", "pieces of words"), "Apache-2.0"),
    Package("sacremoses", QT_TRANSLATE_NOOP("About", "words and punctuation"), "MIT"),
    Package("sacrebleu", QT_TRANSLATE_NOOP("About", "BLEU and chrF"), "Apache-2.0"),
    Package("tensorboardX", QT_TRANSLATE_NOOP("About", "event files for TensorBoard"), "MIT"),
    Package("platformdirs", QT_TRANSLATE_NOOP("About", "where settings and runs are kept"), "MIT"),
)
