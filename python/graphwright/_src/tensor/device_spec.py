"""tf.DeviceSpec: names of devices, taken apart, put together and merged."""

from __future__ import annotations

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KNOWN_TYPES = ("CPU", "GPU", "TPU")


@export("DeviceSpec")
class DeviceSpec:
    """A demand on a device (tf.DeviceSpec): a job, replica, task, device type and number, each or none.

    Args:
      job: a name.
      replica, task: numbers.
      device_type: "CPU", "GPU" …
      device_index: a number.

    >>> import graphwright as tf
    >>> tf.DeviceSpec.from_string("/job:worker/task:1/gpu:0").to_string()
    '/job:worker/task:1/device:GPU:0'
    """

    __slots__ = ("_job", "_replica", "_task", "_device_type", "_device_index")

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self._job = None if job is None else str(job)
        self._replica = None if replica is None else int(replica)
        self._task = None if task is None else int(task)
        self._device_type = None if device_type is None else str(device_type).upper()
        self._device_index = None if device_index is None else int(device_index)

    @classmethod
    def from_string(cls, spec: str | None) -> DeviceSpec:
        """Returns the spec that a text names: "/job:worker/replica:0/task:1/device:GPU:2", "/cpu:0" and the like; none by None.

        Raises:
          ValueError: a part of it is unknown.
        """
        parts: dict[str, Any] = {}
        for part in [part for part in (spec or "").split("/") if part]:
            words = part.split(":")
            key = words[0]
            if key in ("job", "replica", "task") and len(words) == 2:
                parts[key] = words[1]
            elif key == "device" and len(words) in (2, 3):
                _set_device(parts, words[1], words[2] if len(words) == 3 else None, spec)
            elif key.upper() in _KNOWN_TYPES and len(words) in (1, 2):
                _set_device(parts, key, words[1] if len(words) == 2 else None, spec)
            else:
                raise ValueError(f"Unknown attribute '{key}' is encountered while parsing the device spec: '{spec}'.")
        return cls(**parts)

    def parse_from_string(self, spec: str | None) -> DeviceSpec:
        """Returns the same as `DeviceSpec.from_string(spec)`."""
        return self.from_string(spec)

    @property
    def job(self) -> str | None:
        """The job, or None."""
        return self._job

    @property
    def replica(self) -> int | None:
        """The number of the replica, or None."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The number of the task, or None."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """The type of the device, or None."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The number of the device, or None."""
        return self._device_index

    def to_string(self) -> str:
        """Returns the whole as text."""
        text = ""
        for word, value in (("job", self._job), ("replica", self._replica), ("task", self._task)):
            if value is not None:
                text += f"/{word}:{value}"
        if self._device_type is not None:
            text += f"/device:{self._device_type}:{'*' if self._device_index is None else self._device_index}"
        return text

    def replace(self, **kwargs: object) -> DeviceSpec:
        """Returns a copy with other values for some parts."""
        parts = {name[1:]: getattr(self, name) for name in self.__slots__}
        return DeviceSpec(**{**parts, **kwargs})

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """Returns a copy where the parts that `dev` names come from it."""
        given = {name[1:]: getattr(dev, name) for name in self.__slots__ if getattr(dev, name) is not None}
        return self.replace(**given)

    def __eq__(self, other: object) -> Any:
        return isinstance(other, DeviceSpec) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        inner = ", ".join(f"{name[1:]}={getattr(self, name)}" for name in self.__slots__)
        return f"<DeviceSpec({inner})>"


def _set_device(parts: dict[str, Any], kind: str, number: str | None, spec: str | None) -> None:
    if "device_type" in parts:
        raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {spec}.")
    parts["device_type"] = kind.upper()
    if number is not None and number != "*":
        if not number.isdigit():
            raise ValueError(f"Unknown attribute '{number}' is encountered while parsing the device spec: '{spec}'.")
        parts["device_index"] = number


LOCAL = "/job:localhost/replica:0/task:0"


def device_name(gpu: int) -> str:
    """TensorFlow's full name of the device with a GPU's number, -1 for the CPU."""
    return f"{LOCAL}/device:{'CPU' if gpu < 0 else 'GPU'}:{max(gpu, 0)}"
