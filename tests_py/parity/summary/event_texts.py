"""What event files say, as text that is the same for equal files but for times and the way in which images are compressed."""

import re

import numpy as np

PNG = re.compile(rb"\x89PNG")


def events_of(folder):
    """TensorBoard's Event messages of all event files below a folder, the oldest file first."""
    from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
    from tensorboard.compat.proto.event_pb2 import Event

    found = []
    for path in sorted(folder.rglob("*tfevents*"), key=lambda path: (path.parent, path.stat().st_ctime_ns)):
        found += [Event.FromString(record) for record in RawEventFileLoader(str(path)).Load()]
    return found


def texts_of(folder, tensorflow):
    """A text for each event."""
    return [_text(event, tensorflow) for event in events_of(folder)]


def _text(event, tensorflow):
    assert event.wall_time > 1e9 or event.wall_time in (0, 1.5)
    event.wall_time = 0
    for value in event.summary.value:
        if value.HasField("image"):
            value.image.encoded_image_string = _pixels(value.image.encoded_image_string, tensorflow)
        if not value.HasField("tensor"):
            continue
        strings = value.tensor.string_val
        strings[:] = [_pixels(text, tensorflow) for text in strings]
        if value.tensor.dtype == 2:  # bucket counts, up to rounding of their limits
            numbers = np.frombuffer(value.tensor.tensor_content, np.float64)
            value.tensor.tensor_content = repr(np.round(numbers, 6).tolist()).encode()
    return str(event)


def _pixels(text, tensorflow):
    if not text.startswith(b"\x89PNG"):
        return text
    return repr(tensorflow.io.decode_png(text).numpy().tolist()).encode()
