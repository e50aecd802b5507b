"""Messages whose bytes are broken at random."""


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
