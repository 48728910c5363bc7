"""Translator: one loaded model with its two languages; text in, DecodingTrace out."""

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine import __version__
from engine.catalogue import ModelEntry, find_model, model_home, read_entry
from engine.checkpoint import load_model_tensors, require_vocabularies
from engine.config import DecodeConfig, to_json
from engine.constraints import UNCHANGED, Constraints
from engine.decoding.assembly import Sides, assemble
from engine.decoding.beam import SearchLimits, beam_search
from engine.decoding.changed_attention import steps_of
from engine.decoding.constraints import Reach, require_fit, require_no_prefix
from engine.decoding.forced import force
from engine.decoding.recorder import Recorder
from engine.decoding.room import Extent, batches, decoding_bytes, memory_in_words, require_room
from engine.device import choose_device
from engine.errors import CheckpointError, ConfigError
from engine.models.filling import empty_model, fill
from engine.models.interface import EncoderOutput, TranslationModel, padded
from engine.probes import AttentionTest, Importance, require_method, require_target
from engine.probing.attention_test import attention_test, survivals
from engine.probing.importance import MEASURES, OnBatch
from engine.runs.experiment_file import load_experiment
from engine.runs.verification import MODEL, load_checksums, verify_texts
from engine.text.language_side import EncodedText, LanguageSide, load_sides
from engine.text.vocabulary import EOS_ID
from engine.trace import FORCED, DecodingTrace

Leader = Callable[[], DecodingTrace]
_CPU_SLOTS = 128  # sentences times beam slots decoded together: their log-probabilities fit into the caches
_OTHER_SLOTS = 256  # on another device


class Translator:
    """A model in evaluation mode; every method gives the same result each time it is called."""

    def __init__(
        self, model: TranslationModel, source: LanguageSide, target: LanguageSide, entry: ModelEntry
    ) -> None:
        self._model = model.eval()
        self.has_attention = model.has_attention
        self._device = next(model.parameters()).device
        self.source, self.target = source, target
        self.entry = entry
        self.name, self.kind, self.path, self.card = entry.name, entry.kind, entry.path, entry.card
        self.parameters = sum(parameter.numel() for parameter in model.parameters())
        self.fingerprint = ""  # SHA-256 of the weights file; empty while a model trains

    @classmethod
    def load(cls, name_or_path: str | Path, device: str = "auto") -> "Translator":
        """The model of this name, or in this run, checkpoint or model directory.

        Raises CheckpointError where there is none or its files do not belong together.
        """
        directory = find_model(name_or_path)
        home = model_home(directory)
        verify_texts(directory)
        source, target = load_sides(home)
        require_vocabularies(directory, source.vocabulary.fingerprint, target.vocabulary.fingerprint)
        model = empty_model(
            load_experiment(home / "experiment.json").model, len(source.vocabulary), len(target.vocabulary)
        )
        fill(model, load_model_tensors(directory), directory)
        translator = cls(model.to(choose_device(device)), source, target, read_entry(directory))
        translator.fingerprint = load_checksums(directory)[MODEL]
        return translator

    @torch.inference_mode()
    def translate(
        self,
        text: str,
        config: DecodeConfig,
        on_step: Callable[[Leader], None] | None = None,
        constraints: Constraints = UNCHANGED,
    ) -> DecodingTrace:
        """The translation of one text with all that can be recorded of it.

        on_step gets, after each step, a function that makes a trace of the leading hypothesis so far; it may
        raise to end the search. Raises ConfigError where the constraints do not fit the model or the text.
        """
        started = time.perf_counter()
        encoded = self.source.encode(text)
        sides = Sides(text, encoded, self.target)
        meta = self._meta(config, "beam search", 0.0)

        def report(recorder: Recorder) -> None:
            assert on_step is not None
            on_step(lambda: assemble(sides, recorder.leader(0, len(encoded.ids)), config, meta, constraints))

        looking = None if on_step is None else report
        recorder = self._search([encoded], config, looking, constraints, full=True)
        done = self._meta(config, "beam search", time.perf_counter() - started)
        return assemble(sides, recorder.arrays(0, len(encoded.ids)), config, done, constraints)

    @torch.inference_mode()
    def translate_all(
        self, texts: Sequence[str], config: DecodeConfig, on_progress: Callable[[int], None] | None = None
    ) -> list[DecodingTrace]:
        """Alignment-only traces of many texts, in the order of the texts; a blank text gives an empty one.

        on_progress gets the number of texts that are done, at each step; it may raise to end the work.
        """
        looking = None if on_progress is None else lambda _: on_progress(len(traces))
        encoded = [self.source.encode(text) for text in texts]
        meta = self._meta(config, "beam search", 0.0)
        traces: dict[int, DecodingTrace] = {}
        lengths = [len(sentence.ids) for sentence in encoded]
        cells = [config.beam_size * config.limit(length) * length for length in lengths]
        slots = _CPU_SLOTS if self._device.type == "cpu" else _OTHER_SLOTS
        for batch in batches(lengths, cells, slots // config.beam_size):
            sentences = [encoded[index] for index in batch]
            recorder = self._search(sentences, config, looking, UNCHANGED, full=False)
            for row, index in enumerate(batch):
                arrays = recorder.arrays(row, len(encoded[index].ids))
                sides = Sides(texts[index], encoded[index], self.target)
                traces[index] = assemble(sides, arrays, config, meta)
            if on_progress is not None:
                on_progress(len(traces))
        return [traces[index] for index in range(len(texts))]

    def force(
        self, text: str, target: str, config: DecodeConfig, constraints: Constraints = UNCHANGED
    ) -> DecodingTrace:
        """Forced decoding of a given translation with all that can be recorded of it.

        Raises ConfigError where the constraints do not fit, or name a beginning beside the given whole.
        """
        return self._force_batch([(text, target)], config, constraints, full=True)[0]

    def force_all(
        self, pairs: Sequence[tuple[str, str]], on_progress: Callable[[int], None] | None = None
    ) -> list[DecodingTrace]:
        """Alignment-only traces of given translations, in the order of the pairs.

        hypotheses[0] of each is the given target; its score is its log-probability.
        """
        config = DecodeConfig(beam_size=1)
        traces: dict[int, DecodingTrace] = {}
        cells = [len(source) * len(target) for source, target in pairs]  # a token has a character at least
        for batch in batches([len(source) for source, _ in pairs], cells, 64):
            found = self._force_batch([pairs[index] for index in batch], config, UNCHANGED, full=False)
            traces.update(zip(batch, found, strict=True))
            if on_progress is not None:
                on_progress(len(traces))
        return [traces[index] for index in range(len(pairs))]

    @torch.no_grad()
    def importance(
        self, text: str, target_ids: Sequence[int], method: str, on_batch: OnBatch = lambda: None
    ) -> Importance:
        """How much each token of a given target depends on each source token; see engine.probes.

        on_batch is called now and then, and may raise to end the work. Raises ConfigError where the target
        has no tokens, or others than the model's, or there is no such method.
        """
        require_method(method)
        source = self._require_target(text, target_ids)
        with memory_in_words():
            source_ids = torch.tensor(source.ids, device=self._device)
            given = torch.tensor(target_ids, device=self._device)
            values = MEASURES[method](self._model, source_ids, given, on_batch).float().cpu().numpy()
        if not np.isfinite(values).all():
            raise CheckpointError("The model computes no probabilities (NaN).", "Choose another checkpoint.")
        return Importance(method, text, tuple(target_ids), self.fingerprint, values)

    @torch.inference_mode()
    def attention_test(
        self, text: str, target_ids: Sequence[int], on_step: OnBatch = lambda: None
    ) -> AttentionTest:
        """What becomes of each token of a given target where its weights are replaced; see engine.probes.

        on_step is called before each step, and may raise to end the work. Raises ConfigError where the model
        has no attention, or the target no tokens or others than the model's.
        """
        if not self.has_attention:
            raise ConfigError("This model has no attention to test.", "Choose a model with attention.")
        source = self._require_target(text, target_ids)
        with memory_in_words():
            source_ids = torch.tensor(source.ids, device=self._device)
            given = torch.tensor(target_ids, device=self._device)
            log_probs, firsts = attention_test(self._model, source_ids, given, on_step)
        if not bool(log_probs.isfinite().all()):
            raise CheckpointError("The model computes no probabilities (NaN).", "Choose another checkpoint.")
        return AttentionTest(
            source_text=text,
            target_ids=tuple(target_ids),
            fingerprint=self.fingerprint,
            log_probs=tuple(log_probs[:, 0].tolist()),
            was_first=tuple(firsts[:, 0].tolist()),
            survivals=survivals(log_probs, firsts),
        )

    def _require_target(self, text: str, target_ids: Sequence[int]) -> EncodedText:
        """The source of a probe, if the model can be led from it along this target."""
        source = self.source.encode(text)
        require_target(target_ids, len(self.target.vocabulary))
        self._require_room([source], [len(target_ids)], 1, full=True)
        return source

    def _search(
        self,
        sentences: Sequence[EncodedText],
        config: DecodeConfig,
        on_step: Callable[[Recorder], None] | None,
        constraints: Constraints,
        *,
        full: bool,
    ) -> Recorder:
        limits = SearchLimits(
            beam_size=config.beam_size,
            steps=[0 if _blank(sentence) else config.limit(len(sentence.ids)) for sentence in sentences],
            allow_unknown=config.allow_unknown,
            prefix=constraints.prefix,
        )
        self._require_fit(constraints, sentences[0], limits.steps[0])
        self._require_room(sentences, limits.steps, limits.beam_size, full=full)
        with memory_in_words():
            encoded = self._model.encode(*padded([sentence.ids for sentence in sentences], self._device))
            recorder = Recorder(encoded, full=full, candidates=config.candidates)
            encoded = self._model.hoisted(encoded, limits.beam_size)
            beam_search(steps_of(self._model, constraints), encoded, limits, recorder, on_step)
        return recorder

    def _require_room(
        self, sentences: Sequence[EncodedText], steps: Sequence[int], slots: int, *, full: bool
    ) -> None:
        """Raise ConfigError where the longest of the sentences would take too much memory."""
        longest = max(sentences, key=lambda sentence: len(sentence.ids))
        extent = Extent(len(longest.ids), max(steps), slots)
        needed = decoding_bytes(extent, self._example, len(self.target.vocabulary), full=full)
        beginning = self.source.segmenter.join(longest.tokens[:-1][:20])
        require_room(beginning, len(longest.ids), needed)

    def _require_fit(self, constraints: Constraints, sentence: EncodedText, steps: int) -> None:
        reach = Reach(self.has_attention, len(sentence.ids), steps, len(self.target.vocabulary))
        require_fit(constraints, reach)

    @cached_property
    def _example(self) -> EncoderOutput:
        """The shortest encoded sentence: what the model's encodings look like."""
        return self._model.encode(*padded([[EOS_ID]], self._device))

    @torch.inference_mode()
    def _force_batch(
        self,
        pairs: Sequence[tuple[str, str]],
        config: DecodeConfig,
        constraints: Constraints,
        *,
        full: bool,
    ) -> list[DecodingTrace]:
        started = time.perf_counter()
        sources = [self.source.encode(source) for source, _ in pairs]
        targets = [self.target.encode(target).ids for _, target in pairs]
        require_no_prefix(constraints)
        self._require_fit(constraints, sources[0], len(targets[0]))
        self._require_room(sources, [len(target) for target in targets], 1, full=full)
        with memory_in_words():
            encoded = self._model.encode(*padded([source.ids for source in sources], self._device))
            recorder = Recorder(encoded, full=full, candidates=config.candidates)
            steps = steps_of(self._model, constraints)
            force(steps, encoded, *padded(targets, self._device), recorder)
        meta = self._meta(config, FORCED, time.perf_counter() - started)
        return [
            assemble(
                Sides(pairs[row][0], source, self.target),
                recorder.arrays(row, len(source.ids)),
                config,
                meta,
                constraints,
            )
            for row, source in enumerate(sources)
        ]

    def _meta(self, config: DecodeConfig, search: str, seconds: float) -> dict[str, Any]:
        return {
            **self.entry.names(),
            "kind": self.kind,
            "alignment": self._model.alignment,
            "fingerprint": self.fingerprint,
            "decode": to_json(config),
            "search": search,
            "version": __version__,
            "seconds": round(seconds, 4),
        }


def _blank(sentence: EncodedText) -> bool:
    return len(sentence.ids) == 1  # end of sentence alone
