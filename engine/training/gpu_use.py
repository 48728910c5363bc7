"""How busy an NVIDIA GPU is, from the library of its driver (NVML)."""

import ctypes
from collections.abc import Callable
from typing import Any

import torch

_LIBRARY = "libnvidia-ml.so.1"


class _Utilization(ctypes.Structure):
    _fields_ = (("gpu", ctypes.c_uint), ("memory", ctypes.c_uint))  # percent of the last moment


def gpu_use(device: torch.device) -> Callable[[], float | None]:
    """A function that gives the share, 0 to 1, of time that the device works; None where unknown."""
    if device.type != "cuda":
        return lambda: None
    try:
        uuid = f"GPU-{torch.cuda.get_device_properties(device).uuid}"
        return reader(ctypes.CDLL(_LIBRARY), uuid)
    except (OSError, AttributeError):
        return lambda: None


def reader(library: Any, uuid: str) -> Callable[[], float | None]:
    """Of the GPU with this name, as `gpu_use`; 0 is how the library says that a call succeeded."""
    handle, found = ctypes.c_void_p(), _Utilization()
    failed = library.nvmlInit_v2() or library.nvmlDeviceGetHandleByUUID(
        uuid.encode("ascii"), ctypes.byref(handle)
    )
    if failed:
        return lambda: None

    def read() -> float | None:
        if library.nvmlDeviceGetUtilizationRates(handle, ctypes.byref(found)):
            return None
        return float(found.gpu) / 100.0

    return read
