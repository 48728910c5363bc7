"""The figures that the papers print, as tables for reports (Bahdanau et al. 2014; Sutskever et al. 2014).

BLEU on newstest2014 by multi-bleu.perl on tokenised text: of other data and another scorer than ours, so that
the order and the distances of systems can be set side by side, and not the values.
"""

from engine.evaluation.report_rows import Table

_SCORER = (
    "BLEU of tokenised text on newstest2014, WMT'14 English–French: other data and another scorer than here"
)

TABLE_1 = Table(
    "Bahdanau et al. 2014, table 1",
    ("system", "All", "No UNK"),
    (
        ("RNNencdec-30", "13.93", "24.19"),
        ("RNNsearch-30", "21.50", "31.44"),
        ("RNNencdec-50", "17.82", "26.71"),
        ("RNNsearch-50", "26.75", "34.16"),
        ("RNNsearch-50, trained longer", "28.45", "36.15"),
        ("Moses, phrase-based", "33.30", "35.63"),
    ),
    (
        _SCORER,
        "A phrase-based system is not trained here; its translations can be compared by 'evaluate --against'",
    ),
)
FIGURE_2 = Table(
    "Bahdanau et al. 2014, figure 2",
    ("system", "what the curve does"),
    (
        ("RNNencdec-30, RNNencdec-50", "falls off after about 30 words"),
        ("RNNsearch-30", "falls off later than both"),
        ("RNNsearch-50", "does not fall, even past 50 words"),
    ),
    (_SCORER,),
)
REVERSAL = Table(
    "Sutskever et al. 2014, section 3.3 and table 1",
    ("system", "test perplexity", "BLEU, beam 12"),
    (("LSTM, source forward", "5.8", "26.17"), ("LSTM, source reversed", "4.7", "30.59")),
    (_SCORER, "Without a beam the paper gives 25.9 and 30.6"),
)
ENSEMBLES = Table(
    "Sutskever et al. 2014, table 1",
    ("system", "BLEU"),
    (
        ("single reversed LSTM, beam 12", "30.59"),
        ("5 reversed LSTMs, beam 1", "33.00"),
        ("2 reversed LSTMs, beam 12", "33.27"),
        ("5 reversed LSTMs, beam 2", "34.50"),
        ("5 reversed LSTMs, beam 12", "34.81"),
    ),
    (_SCORER,),
)
ALIGNMENT = Table(
    "Bahdanau et al. 2014, figure 3",
    ("what is shown", "how"),
    (
        (
            "soft alignments",
            "mostly monotonic, with the right reordering of adjectives and nouns; judged by eye",
        ),
    ),
    ("The paper measures no alignment error rate",),
)
