"""The training loop: updates, validations, checkpoints, and the wishes of whoever watches."""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.checkpoint import VOCABULARIES, load_checkpoint, require_vocabularies, save_checkpoint
from engine.config import TrainConfig
from engine.errors import CheckpointError, RunError
from engine.runs.control import Request
from engine.runs.records import RUN_STATES, Record, RunState, TrainRecord, ValidationRecord
from engine.runs.verification import prune
from engine.runs.writer import RunWriter
from engine.training.gauges import Gauges
from engine.training.group import Group, ProcessLost, Word, lost_error
from engine.training.learner import Learner
from engine.training.objective import UpdateResult
from engine.training.optimizers import learning_rate
from engine.training.progress import Progress
from engine.training.validation import Validator
from engine.training.waiting import Waiting
from engine.training.watched import EARLY_UPDATES, SentenceTraces

_LOG = logging.getLogger(__name__)
_RECORD_EVERY = 10  # updates that one training record speaks for
_MOST_SKIPPED = 20  # updates in a row without a finite gradient before the run counts as diverged


class Trainer:
    """Trains one model in one run directory. Everything that it needs to go on is in its checkpoints.

    Of several processes only the leader has a trainer; the others follow it (engine.training.follower).
    """

    def __init__(
        self, learner: Learner, validator: Validator, writer: RunWriter, config: TrainConfig, group: Group
    ) -> None:
        self._learner = learner
        self._validator = validator
        self._writer = writer
        self._config = config
        self._group = group
        self._waiting = Waiting(writer, group, lambda: False)
        self._update = 0
        self._saved: int | None = None
        self._best = -math.inf
        self._best_update: int | None = None
        self._skipped = 0
        self._progress = Progress()
        self._gauges = Gauges(group.device)
        self._pending: list[UpdateResult] = []
        self._pending_since = time.perf_counter()

    def restore(self, update: int) -> None:
        """Take up the checkpoint of this update, the random generators included.

        Raises CheckpointError where it is damaged, or belongs to another network or other vocabularies.
        """
        directory = self._writer.layout.checkpoint_dir(update)
        require_vocabularies(directory, *self._validator.vocabularies)
        checkpoint = load_checkpoint(directory)
        try:
            self._learner.restore(checkpoint)
            self._best, self._best_update = checkpoint.state["best"], checkpoint.state["best_update"]
        except (KeyError, ValueError, RuntimeError) as error:
            raise CheckpointError(
                f"The checkpoint {directory} does not fit the run it lies in.",
                "Take it away, so that the run goes on from an older one.",
            ) from error
        self._progress.restore(checkpoint.state)
        self._update = self._saved = update
        self._tell_progress()

    def run(self, stop: Callable[[], bool], on_record: Callable[[Record], None]) -> RunState:
        """Train to the last update, or until stop() or a request ends it; the state it ended in.

        Raises RunError, with all saved and the run's status told, where another process is lost.
        """
        self._waiting = Waiting(self._writer, self._group, stop)
        # as words, which are shown at once: the process may be ended before an error can be told
        self._group.on_loss(lambda what: _LOG.error("%s", str(self._tell_lost(what))))
        try:
            state = self._train(stop, on_record)
            self._group.tell(Word.END, RUN_STATES.index(state))
            self._group.wait()  # a signal that torchrun sends because a process was lost is no wish to stop
        except ProcessLost as lost:
            self._tell_lost(lost.what)  # at once, for torchrun may leave no time to save
            self.save()
            error = self._tell_lost(lost.what)
            _LOG.error("%s", error)
            raise error from lost
        return state

    def save(self) -> None:
        """Write a checkpoint of this update, unless there is one or the parameters are no numbers."""
        if self._saved == self._update:
            return
        if not self._learner.is_finite():  # it would take the place of a good one
            _LOG.error("Update %d is not saved: its parameters are not finite.", self._update)
            return
        state = {
            "update": self._update,
            "epoch": self.epoch,
            "best": self._best,
            "best_update": self._best_update,
            VOCABULARIES: list(self._validator.vocabularies),
            **self._progress.state(),
        }
        directory = self._writer.layout.checkpoint_dir(self._update)
        save_checkpoint(directory, self._learner.model.state_dict(), self._learner.state(), state)
        self._saved = self._update

    @property
    def epoch(self) -> int:
        """Whole passes over the training pairs that lie behind."""
        return self._update // self._learner.plan.batches_per_epoch

    def _train(self, stop: Callable[[], bool], on_record: Callable[[Record], None]) -> RunState:
        self._pending_since = time.perf_counter()
        while self._update < self._last_update():
            request = self._writer.take_request()
            if stop() or request == "stop" or (request == "pause" and self._pause() == "stop"):
                self.save()
                return "stopped"
            if request == "validate":
                self._validate(on_record)
            if request == "checkpoint":
                self._write(self.save)  # which says where there is none to keep
                _LOG.info("A checkpoint was asked for at update %d.", self._update)
            result = self._make_update()
            is_due = (
                self._update % self._config.validate_every == 0 or self._update == self._config.max_updates
            )
            if self._skipped > _MOST_SKIPPED or ((self._skipped or is_due) and not self._learner.is_finite()):
                self._report_divergence(result)
                return "diverged"
            if self._update % _RECORD_EVERY == 0:
                self._record(on_record)
            if is_due:
                self._validate(on_record)
            elif self._update in EARLY_UPDATES:
                self._keep_traces(self._validator.watch(self._learner.model))
                self._forget_pending()
        return "finished"

    def _last_update(self) -> int:
        """The update at which the run ends, which a watcher may have changed."""
        end = self._writer.take_limit()
        if end is not None and end > self._update and end != self._config.max_updates:
            self._config = replace(self._config, max_updates=end)
            self._group.tell(Word.LIMIT, end)
            self._learner.set_last_update(end)
            _LOG.info("The run ends at update %d now.", end)
        return self._config.max_updates

    def _make_update(self) -> UpdateResult:
        self._group.tell(Word.UPDATE, self._update)
        result = self._learner.make_update(self._update)
        self._update += 1
        self._pending.append(result)
        self._progress.learn(result.tokens, applied=result.applied)
        self._tell_progress()
        if result.applied:
            self._skipped = 0
        else:
            self._skipped += 1
            _LOG.warning("Update %d was skipped: its gradient is not finite.", self._update)
        return result

    def _tell_progress(self) -> None:
        self._writer.set_progress(self._update, self.epoch, self._progress.skipped)

    def _record(self, on_record: Callable[[Record], None]) -> None:
        tokens = sum(result.tokens for result in self._pending)
        loss = sum(result.loss for result in self._pending) / tokens
        seconds = time.perf_counter() - self._pending_since
        norms = [result.gradient_norm for result in self._pending]
        use = self._gauges.read()
        record = TrainRecord(
            update=self._update,
            epoch=self.epoch,
            loss=loss,
            perplexity=math.exp(loss) if loss < 700 else math.inf,
            gradient_norm=sum(norms) / len(norms),
            clipped_norm=sum(self._clipped(norm) for norm in norms) / len(norms),
            learning_rate=learning_rate(self._config, self._update - 1),
            tokens_per_second=tokens / seconds,
            memory=use.memory,
            cpu=use.cpu,
            gpu=use.gpu,
            tokens=self._progress.tokens,
            wall=self._progress.wall,
            passes=self._update / self._learner.plan.batches_per_epoch,
            skipped=float(self._progress.skipped),
        )
        self._forget_pending()
        self._write(lambda: self._writer.record(record))
        on_record(record)

    def _clipped(self, norm: float) -> float:
        """Of the gradient that an update was made with; NaN where it was skipped."""
        return min(norm, self._config.clip_norm) if math.isfinite(norm) else math.nan

    def _write(self, write: Callable[[], None]) -> None:
        begun = time.perf_counter()
        if self._waiting.for_the_disk(write):
            self._leave_out(begun)

    def _leave_out(self, begun: float) -> None:
        """The time from then on was waiting, no work."""
        self._progress.leave_out(time.perf_counter() - begun)
        self._forget_pending()

    def _forget_pending(self) -> None:
        self._pending = []
        self._pending_since = time.perf_counter()

    def _validate(self, on_record: Callable[[Record], None]) -> None:
        found = self._validator.validate(self._learner.model)
        record = ValidationRecord(
            update=self._update,
            epoch=self.epoch,
            loss=found.loss,
            perplexity=found.perplexity,
            bleu=found.bleu,
            bleu_signature=found.bleu_signature,
            seconds=found.seconds,
            chrf=found.chrf,
            aer=found.aer,
            token_accuracy=found.token_accuracy,
            tokens=self._progress.tokens,
            wall=self._progress.wall,
            passes=self._update / self._learner.plan.batches_per_epoch,
        )
        self._keep_traces(found.traces)
        self._write(lambda: self._writer.record(record))
        aer = "" if found.aer is None else f", AER {found.aer:.1f}%"
        _LOG.info(
            "Update %d: dev BLEU %.2f, perplexity %.2f%s.", self._update, found.bleu, found.perplexity, aer
        )
        better = found.bleu > self._best
        if better:
            self._best, self._best_update = found.bleu, self._update
        self._write(self.save)
        if better:
            self._write(lambda: self._writer.set_best(self._update, "bleu", found.bleu))
        prune(self._writer.layout.path, self._config.keep_checkpoints, self._best_update)
        on_record(record)
        self._forget_pending()

    def _keep_traces(self, found: list[SentenceTraces]) -> None:
        for index, traces in enumerate(found):
            for trace in traces:
                self._write(partial(self._writer.save_trace, self._update, index, trace))

    def _pause(self) -> Request | None:
        """Wait, with all saved and no GPU in use, until the run is to go on or to stop."""
        self._write(self.save)
        self._group.tell(Word.ASIDE)
        self._learner.set_aside()
        self._writer.set_status("paused")
        _LOG.info("Paused at update %d.", self._update)
        begun = time.perf_counter()
        wish = self._waiting.for_a_wish()
        self._leave_out(begun)
        if wish == "resume":
            self._group.tell(Word.UP)
            self._learner.take_up()
            self._writer.set_status("running")
            _LOG.info("Going on.")
        return wish

    def _report_divergence(self, result: UpdateResult) -> None:
        remedy = "There is no good checkpoint yet. Start a new run with a smaller learning rate."
        if self._saved is not None:
            kept = f"The last good checkpoint is kept (that of update {self._saved})."
            remedy = f"{kept} Start again from it with a smaller learning rate."
        loss = result.loss / result.tokens
        what = f"Since update {self._update - self._skipped + 1:,} no gradient was finite (loss {loss:.4g})."
        if not self._learner.is_finite():
            what = f"After update {self._update:,} its parameters are no numbers any more."
        error = RunError(what, remedy)
        self._writer.set_status("diverged", error)
        _LOG.error("The run diverged. %s", error)

    def _tell_lost(self, what: str) -> RunError:
        """Say in the run's status that a process is gone, and which checkpoint resumes."""
        error = lost_error(what, self._writer.layout, self._update)
        self._writer.set_status("failed", error)
        return error
