"""What probes of a made translation find: definite numbers, of both signs."""

import numpy as np

from engine.probes import AttentionTest, Importance, Survival


def made_importance(text: str, target_ids: tuple[int, ...], method: str) -> Importance:
    """Target token i depends most on source token i, by 2 nats; the next source token speaks against it.

    By gradient all numbers are halved.
    """
    positions = len(text.split()) + 1
    values = np.zeros((len(target_ids), positions), np.float32)
    for step in range(len(target_ids)):
        values[step, step % positions] = 2.0
        values[step, (step + 1) % positions] = -0.5
    return Importance(method, text, target_ids, "", values if method == "occlusion" else values / 2)


def made_attention_test(text: str, target_ids: tuple[int, ...]) -> AttentionTest:
    """Every second word is lost under uniform and shuffled weights, none when they are shifted.

    The last word is not the model's first choice.
    """
    steps = range(len(target_ids))
    lost = Survival(
        tuple(float(step % 2) for step in steps), tuple(-0.1 if step % 2 else -2.5 for step in steps)
    )
    most = Survival(
        tuple(0.9 if step % 2 else 0.1 for step in steps), tuple(-0.2 if step % 2 else -3.5 for step in steps)
    )
    return AttentionTest(
        source_text=text,
        target_ids=target_ids,
        fingerprint="",
        log_probs=(-0.1,) * len(target_ids),
        was_first=tuple(step < len(target_ids) - 1 for step in steps),
        survivals={
            "uniform": lost,
            "shuffled": most,
            "shifted": Survival((1.0,) * len(target_ids), (0.25,) * len(target_ids)),
        },
    )
