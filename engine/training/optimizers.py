"""Optimizers, the papers' gradient rule, and the optimizer's state as plain tensors."""

import torch
from torch import Tensor, nn

from engine.config import TrainConfig


def build_optimizer(model: nn.Module, config: TrainConfig) -> torch.optim.Optimizer:
    """Adadelta with the constants of B appendix B.2, Adam, or SGD without momentum (S section 3.4)."""
    if config.optimizer == "adadelta":
        return torch.optim.Adadelta(
            model.parameters(), lr=config.learning_rate, rho=config.rho, eps=config.epsilon
        )
    if config.optimizer == "sgd":
        return torch.optim.SGD(model.parameters(), lr=config.learning_rate)
    return torch.optim.Adam(model.parameters(), lr=config.learning_rate, eps=config.epsilon, fused=True)


def learning_rate(config: TrainConfig, update: int) -> float:
    """The learning rate of this update (0-based).

    constant; linear: falling to 0 over the second half; halving: constant for two thirds of the updates, then
    halved with every fifteenth of them. In a training of 7.5 epochs that is after 5 epochs, every half epoch
    (S section 3.4).
    """
    if config.learning_rate_decay == "constant":
        return config.learning_rate
    if config.learning_rate_decay == "halving":
        return config.learning_rate * 0.5 ** max(0, 15 * update // config.max_updates - 9)
    return config.learning_rate * min(1.0, 2.0 * (1.0 - update / config.max_updates))


def clip_gradient(model: nn.Module, norm: float) -> float:
    """Rescale the gradient to this L2 norm where it is longer; returns its norm before (B appendix B.2)."""
    return float(torch.nn.utils.clip_grad_norm_(model.parameters(), norm))


def optimizer_tensors(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The optimizer's state as tensors named "parameter index/entry", for safetensors."""
    state = optimizer.state_dict()["state"]
    return {
        f"{index}/{name}": torch.as_tensor(value)
        for index, entry in state.items()
        for name, value in entry.items()
    }


def restore_optimizer(optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Put back what `optimizer_tensors` gave."""
    state: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        index, name = key.split("/")
        state.setdefault(int(index), {})[name] = tensor
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})
