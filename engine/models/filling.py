"""A network that takes its values from a checkpoint, all of them or none."""

from pathlib import Path

import torch

from engine.config import ModelConfig
from engine.errors import CheckpointError
from engine.models import build_model
from engine.models.interface import TranslationModel


def empty_model(sizes: ModelConfig, source_vocabulary: int, target_vocabulary: int) -> TranslationModel:
    """A network without values: none are drawn for what is replaced at once."""
    with torch.device("meta"):
        return build_model(sizes, source_vocabulary, target_vocabulary)


def fill(model: TranslationModel, tensors: dict[str, torch.Tensor], directory: Path) -> None:
    """Give the model the checkpoint's tensors, all of them or none."""
    own = model.state_dict()
    wrong = [
        f"{name} is {tuple(tensors[name].shape)}, not {tuple(own[name].shape)}"
        for name in own.keys() & tensors.keys()
        if own[name].shape != tensors[name].shape
    ]
    wrong += [f"{name} is missing" for name in own.keys() - tensors.keys()]
    wrong += [f"{name} is unknown" for name in tensors.keys() - own.keys()]
    if wrong:
        raise CheckpointError(
            f"The checkpoint {directory} does not fit its configuration: {'; '.join(sorted(wrong)[:3])}.",
            "Open it with the experiment.json and the vocabulary it was trained with.",
        )
    model.load_state_dict(tensors, assign=True)
