"""Random numbers of the event simulator, by the definition in csim/base/rng.h: splitmix64, a stream
for each purpose, a number of it at any place."""

ISSUE, BANK, SERIALISE, MAPPING, SERVICE, ARRIVAL = 2, 3, 4, 7, 8, 9
WORD = 2**64
STEP = 0x9e3779b97f4a7c15


def mix(word):
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9 % WORD
    word = (word ^ word >> 27) * 0x94d049bb133111eb % WORD
    return word ^ word >> 31


def at(seed, purpose, index):
    """Number `index` of a stream."""
    return mix((mix((seed + mix(purpose)) % WORD) + (index + 1) * STEP) % WORD)


def stream(seed, purpose):
    state = mix((seed + mix(purpose)) % WORD)
    while True:
        state = (state + STEP) % WORD
        yield mix(state)


def fold(word, below):
    """To 0 .. below - 1."""
    return (word >> 32) * below >> 32


def exponential(draws, mean):
    """By von Neumann: runs of falling draws; one of odd length gives its first as the fraction, any
    other adds one to the whole part."""
    whole = 0
    while True:
        first = last = next(draws)
        length = 1
        while (draw := next(draws)) < last:
            last, length = draw, length + 1
        if length % 2:
            return whole * mean + fold(first, mean)
        whole += 1
