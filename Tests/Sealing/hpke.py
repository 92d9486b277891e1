"""Sealed content, written from RFC 9180, 8439, 8032 and 7748 and Documentation/Sealing.md, without the package's Swift code and
without a library of cryptography.

    Tests/Sealing/hpke.py --check     the vectors of the RFC, and Plugins/Sealed/Contract/sealing.json
    Tests/Sealing/hpke.py --update    writes that file

It is slow, and its running time depends on secrets: for tests only.
"""

import base64
import hashlib
import hmac
import json
import os
import struct
import sys

VECTORS = "Plugins/Sealed/Contract/sealing.json"
P = 2**255 - 19
INFO = b"live-activities sealed content 1"
WRAPPED, TAG, PADDING = 84, 16, 256

# MARK: X25519 (RFC 7748)


def x25519(secret, point):
    k = bytearray(secret)
    k[0] &= 248
    k[31] = k[31] & 127 | 64
    scalar = int.from_bytes(k, "little")
    u = int.from_bytes(point, "little") % 2**255
    a, b, c, d, swap = 1, 0, u, 1, 0
    for bit in reversed(range(255)):
        now = scalar >> bit & 1
        if swap ^ now:
            a, c, b, d = c, a, d, b
        swap = now
        plus, minus = a + b, a - b
        square, other = plus * plus % P, minus * minus % P
        difference = square - other
        left, right = (c - d) * plus % P, (c + d) * minus % P
        c, d = (left + right)**2 % P, u * (left - right)**2 % P
        a, b = square * other % P, difference * (square + 121665 * difference) % P
    if swap:
        a, b = c, d
    return (a * pow(b, P - 2, P) % P).to_bytes(32, "little")


def public(secret):
    return x25519(secret, (9).to_bytes(32, "little"))


# MARK: Ed25519 (RFC 8032)

ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def root(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0, "not a point"
    return P - x if x & 1 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (root(BASE_Y, 0), BASE_Y)


def add(first, second):
    (a, b), (c, d) = first, second
    product = D * a * b * c * d % P
    return (a * d + b * c) * pow(1 + product, P - 2, P) % P, (b * d + a * c) * pow(1 - product, P - 2, P) % P


def times(scalar, point):
    sum_ = (0, 1)
    while scalar:
        if scalar & 1:
            sum_ = add(sum_, point)
        point, scalar = add(point, point), scalar >> 1
    return sum_


def encoded(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decoded(data):
    number = int.from_bytes(data, "little")
    y = number & 2**255 - 1
    return root(y, number >> 255), y


def hashed(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def expanded(secret):
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return scalar, digest[32:]


def identity(secret):
    return encoded(times(expanded(secret)[0], BASE))


def sign(secret, message):
    scalar, prefix = expanded(secret)
    key, nonce = identity(secret), hashed(prefix, message)
    first = encoded(times(nonce, BASE))
    return first + ((nonce + hashed(first, key, message) * scalar) % ORDER).to_bytes(32, "little")


def verifies(key, signature, message):
    try:
        first, second = decoded(signature[:32]), int.from_bytes(signature[32:], "little")
        return second < ORDER and times(second, BASE) == add(
            first, times(hashed(signature[:32], key, message), decoded(key)))
    except AssertionError:
        return False


# MARK: ChaCha20-Poly1305 (RFC 8439)


def chacha(key, counter, nonce):
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    s = list(start)

    def quarter(a, b, c, d):
        for left, right, moved, bits in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
            s[left] = s[left] + s[right] & 0xFFFFFFFF
            word = s[moved] ^ s[left]
            s[moved] = (word << bits | word >> 32 - bits) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, column + 4, column + 8, column + 12)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16I", *(one + other & 0xFFFFFFFF for one, other in zip(s, start)))


def stream(key, nonce, data):
    blocks = b"".join(chacha(key, 1 + number, nonce) for number in range((len(data) + 63) // 64))
    return bytes(one ^ other for one, other in zip(data, blocks))


def tag(key, nonce, data, aad):
    once = chacha(key, 0, nonce)[:32]
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    whole = lambda part: part + bytes(-len(part) % 16)
    text, sum_ = whole(aad) + whole(data) + struct.pack("<QQ", len(aad), len(data)), 0
    for place in range(0, len(text), 16):
        sum_ = (sum_ + int.from_bytes(text[place : place + 16] + b"\1", "little")) * r % (2**130 - 5)
    return (sum_ + int.from_bytes(once[16:], "little") & 2**128 - 1).to_bytes(16, "little")


def aead_seal(key, nonce, data, aad):
    sealed = stream(key, nonce, data)
    return sealed + tag(key, nonce, sealed, aad)


def aead_open(key, nonce, sealed, aad):
    """Returns `None` if the tag is wrong."""
    data = sealed[:-TAG]
    return stream(key, nonce, data) if hmac.compare_digest(tag(key, nonce, data, aad), sealed[-TAG:]) else None


# MARK: HPKE in mode Auth (RFC 9180): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305

KEM, SUITE = b"KEM\0\x20", b"HPKE\0\x20\0\x01\0\x03"


def extract(salt, label, data, suite):
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + data, "sha256")


def expand(key, label, data, length, suite):
    data = struct.pack(">H", length) + b"HPKE-v1" + suite + label + data
    block = out = b""
    for number in range(1, (length + 31) // 32 + 1):
        block = hmac.digest(key, block + data + bytes([number]), "sha256")
        out += block
    return out[:length]


def schedule(first, second, enc, recipient, sender, info):
    """The key and the first nonce, from the two shared secrets of X25519."""
    shared = expand(
        extract(b"", b"eae_prk", first + second, KEM), b"shared_secret", enc + recipient + sender, 32, KEM)
    context = b"\2" + extract(b"", b"psk_id_hash", b"", SUITE) + extract(b"", b"info_hash", info, SUITE)
    secret = extract(shared, b"secret", b"", SUITE)
    return expand(secret, b"key", context, 32, SUITE), expand(secret, b"base_nonce", context, 12, SUITE)


def hpke_seal(ephemeral, recipient, sender, info, data, aad):
    enc = public(ephemeral)
    key, nonce = schedule(
        x25519(ephemeral, recipient), x25519(sender, recipient), enc, recipient, public(sender), info)
    return enc, aead_seal(key, nonce, data, aad)


def hpke_open(enc, recipient, sender, info, sealed, aad):
    key, nonce = schedule(x25519(recipient, enc), x25519(recipient, sender), enc, public(recipient), sender, info)
    return aead_open(key, nonce, sealed, aad)


# MARK: Sealed content (Documentation/Sealing.md)


def place(name, sequence):
    return INFO + f"\n{name}\n{sequence}\n".encode()


def hint(agreement):
    return hashlib.sha256(agreement).digest()[:4]


def seal(content, name, sequence, sender, recipients, random):
    context, key = place(name, sequence), random(32)
    padded = struct.pack(">H", len(content)) + content
    body = aead_seal(key, bytes(12), padded + bytes(-len(padded) % PADDING), context)
    binding, box = hashlib.sha256(context + body).digest(), bytes([1, len(recipients)])
    for recipient in recipients:
        enc, wrapped = hpke_seal(random(32), recipient, sender, INFO, key, binding)
        box += hint(recipient) + enc + wrapped
    return base64.b64encode(box + body).decode()


def open_box(box, name, sequence, agreement_secret, hosts):
    """The content of a box; `None` if this device must refuse it."""
    data, own = base64.b64decode(box), public(agreement_secret)
    if len(data) < 2 or data[0] != 1 or len(data) < 2 + data[1] * WRAPPED + TAG:
        return None
    context, body = place(name, sequence), data[2 + data[1] * WRAPPED :]
    for number in range(data[1]):
        wrapped = data[2 + number * WRAPPED :][:WRAPPED]
        if wrapped[:4] != hint(own):
            continue
        for host in hosts:
            binding = hashlib.sha256(context + body).digest()
            key = hpke_open(wrapped[4:36], agreement_secret, host, INFO, wrapped[36:], binding)
            padded = key and aead_open(key, bytes(12), body, context)
            if padded:
                return padded[2 : 2 + struct.unpack(">H", padded[:2])[0]]
    return None


def fingerprint(key):
    digest = hashlib.sha256(b"live-activities fingerprint 1\n" + key).digest()[:20]
    text = base64.b32encode(digest).decode()
    return "-".join(text[place : place + 4] for place in range(0, 32, 4))


class Device:
    """A device with its two secret keys."""

    def __init__(self, identity_secret=None, agreement_secret=None, generation=1):
        self.identity_secret, self.generation = identity_secret or os.urandom(32), generation
        self.agreement_secret, self.hosts = agreement_secret or os.urandom(32), []

    def key(self):
        text = lambda data: base64.b64encode(data).decode()
        agreement = public(self.agreement_secret)
        signed = f"live-activities device key 1\n{self.generation}\n".encode() + agreement
        return {"agreement": text(agreement), "identity": text(identity(self.identity_secret)),
                "generation": self.generation, "signature": text(sign(self.identity_secret, signed))}

    def fingerprint(self):
        return fingerprint(identity(self.identity_secret))

    def open(self, name, state):
        return open_box(state["box"], name, state["sequence"], self.agreement_secret, self.hosts)


def check_rfc():
    """RFC 9180, A.2.3, the vectors of this suite in mode Auth; RFC 8032, 7.1, the first one."""
    take = bytes.fromhex
    info = take("4f6465206f6e2061204772656369616e2055726e")
    sender = take(RFC["skSm"])
    enc, sealed = hpke_seal(
        take(RFC["skEm"]), public(take(RFC["skRm"])), sender, info,
        take("4265617574792069732074727574682c20747275746820626561757479"), take("436f756e742d30"))
    assert (enc.hex(), sealed.hex()) == (RFC["enc"], RFC["ct"]), (enc.hex(), sealed.hex())
    secret = take("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    key = take("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    assert identity(secret) == key and verifies(key, sign(secret, b""), b"") and not verifies(key, sign(secret, b""), b"a")


RFC = {
    "skSm": "2def0cb58ffcf83d1062dd085c8aceca7f4c0c3fd05912d847b61f3e54121f05",
    "skRm": "3ca22a6d1cda1bb9480949ec5329d3bf0b080ca4c45879c95eddb55c70b80b82",
    "skEm": "c94619e1af28971c8fa7957192b7e62a71ca2dcdde0a7cc4a8a9e741d600ab13",
    "enc": "f7674cc8cd7baa5872d1f33dbaffe3314239f6197ddf5ded1746760bfc847e0e",
    "ct": "ab1a13c9d4f01a87ec3440dbd756e2677bd2ecf9df0ce"
        "7ed73869b98e00c09be111cb9fdf077347aeb88e61bdf",
}


def vectors():
    """Boxes for two devices from a host, with constants in place of random bytes, and changed ones that must be refused."""
    numbers = iter(range(1, 10_000))
    random = lambda count: hashlib.sha256(f"vector {next(numbers)}".encode()).digest()[:count]
    text = lambda data: base64.b64encode(data).decode()
    host, stranger = random(32), random(32)
    devices = [Device(random(32), random(32), generation) for generation in (1, 7)]
    recipients = [public(device.agreement_secret) for device in devices]
    found = []

    def vector(name, content, box, place_="order-42", sequence=1):
        found.append({"name": name, "stream": place_, "sequence": sequence, "box": box, "content": content})

    contents = {"an object": '{"state":{"driverName":"Nora"}}', "nothing": "", "254 bytes": "a" * 254, "255 bytes": "b" * 255,
                "text in UTF-8": "نورا 🚲"}
    for name, content in contents.items():
        vector(name, content, seal(content.encode(), "order-42", 1, host, recipients, random))
    large = 2**53
    vector("the largest sequence", "x", seal(b"x", "~" * 64, large, host, recipients, random), "~" * 64, large)
    box = seal(b"x", "order-42", 1, host, recipients, random)
    other = seal(b"y", "order-42", 1, host, recipients, random)
    data = base64.b64decode(box)
    start = 2 + 2 * WRAPPED
    vector("another stream", None, box, "order-43")
    vector("another sequence", None, box, "order-42", 2)
    vector("a host that is not trusted", None, seal(b"x", "order-42", 1, stranger, recipients, random))
    vector("a device that is not among the recipients", None, seal(b"x", "order-42", 1, host, [public(stranger)], random))
    vector("the body of another box", None, text(data[:start] + base64.b64decode(other)[start:]))
    vector("a changed body", None, text(data[:start] + bytes([data[start] ^ 1]) + data[start + 1 :]))
    vector("a later version", None, text(b"\2" + data[1:]))
    vector("a truncated box", None, text(data[:start]))
    return {
        "about": "Every device opens each box, or refuses it where its content is null. Bytes are in Base64.",
        "hosts": [text(public(host))],
        "devices": [
            {"identitySecret": text(device.identity_secret), "agreementSecret": text(device.agreement_secret),
             "key": device.key(), "fingerprint": device.fingerprint()} for device in devices],
        "vectors": found}


def main(mode):
    check_rfc()
    line = lambda value: json.dumps(value, ensure_ascii=False)
    parts = {name: value if isinstance(value, list) else [value] for name, value in vectors().items()}
    about = line(parts.pop("about")[0])
    made = f'{{"about": {about}' + "".join(
        f',\n"{name}": [\n' + ",\n".join(map(line, values)) + "]" for name, values in parts.items()) + "}\n"
    if mode == "--update":
        open(VECTORS, "w").write(made)
    kept = json.loads(open(VECTORS).read())
    assert open(VECTORS).read() == made, f"{VECTORS} is not what this script writes"
    for given in kept["devices"]:
        device = Device(base64.b64decode(given["identitySecret"]), base64.b64decode(given["agreementSecret"]))
        device.hosts = [base64.b64decode(host) for host in kept["hosts"]]
        for vector in kept["vectors"]:
            opened = device.open(vector["stream"], vector)
            assert (opened.decode() if opened is not None else None) == vector["content"], vector["name"]
    print(f"{len(kept['vectors'])} boxes, {len(kept['devices'])} devices")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "--check")
