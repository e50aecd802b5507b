"""Messages whose bytes are broken at random."""

from support.folder_cases import text_or_classes


def with_broken_bytes(draw, message):
    """Returns a message with some bits turned, or bytes cut off, put in or doubled, as `draw`, a random.Random, says."""
    data = bytearray(message)
    for _ in range(draw.choice([1, 1, 2, 5])):
        place = draw.randrange(len(data))
        change = draw.randrange(4)
        if change == 0:
            data[place] ^= 1 << draw.randrange(8)
        elif change == 1:
            del data[place : place + draw.choice([1, 2, 50])]
        elif change == 2:
            data[place:place] = bytes(draw.randrange(256) for _ in range(draw.choice([1, 3, 11])))
        else:
            data += data[place:]
        data = data or bytearray(b"\n")
    return bytes(data)


def assert_same_of_broken_bytes(draw, messages, count, parse, tensorflow, gw):
    """Fails unless `parse(tf, message)` gives the same values, or errors of a class, for `count` broken messages."""
    differ = []
    for step in range(count):
        data = with_broken_bytes(draw, draw.choice(messages))
        want, got = (text_or_classes(lambda tf=tf, data=data: parse(tf, data)) for tf in (tensorflow, gw))
        if want[0] == "UnicodeDecodeError":  # the words of its error have the broken bytes in them
            want = ["InvalidArgumentError"]
        if isinstance(want, str) and isinstance(got, str):
            assert got == want, (step, data)
        elif isinstance(want, list) and isinstance(got, list):
            assert want[0] in got, (step, data)
        else:
            differ.append((step, data, got, want))
    # Only ours passes over fields that no message has, only TensorFlow's does not look at the lists of other features.
    assert len(differ) <= 30, f"{len(differ)} of {count}, such as {differ[:3]}"
