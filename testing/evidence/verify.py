"""Checks packets of evidence as docs/evidence.md describes them, with Python's standard library alone.

Written from that page, without the code of the product, so that each shows the mistakes of the other.

    python3 verify.py FILE [--key FINGERPRINT]... [--root FILE]...
    python3 verify.py --list    reads lines of JSON {"file", "keys", "roots"}, answers each with a line
"""

import base64
import binascii
import functools
import hashlib
import json
import re
import struct
import sys
import zlib

CHECKS = ("container", "files", "keys", "packet", "data", "roots", "events", "timesheets", "drawings", "photos", "given")
HASH = re.compile(r"[0-9a-f]{64}\Z")
NAME = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*\Z")
EVENT_FILE = re.compile(r"history/events(?:-[0-9]+)?\.jsonl\Z")
ORIGINALS = ("photos/", "documents/")
MAX_INTEGER = 2**53 - 1


class Mismatch(Exception):
    def __init__(self, kind, where=None):
        super().__init__(kind)
        self.kind = kind
        self.where = where


class Results:
    """The first problem of each check."""

    def __init__(self):
        self.problems = {}

    def fail(self, check, kind, where=None):
        self.problems.setdefault(check, (kind, where))

    def run(self, check, work):
        try:
            return work()
        except Mismatch as problem:
            self.fail(check, problem.kind, problem.where)
            return None

    def first(self):
        return next((self.problems[check] for check in CHECKS if check in self.problems), None)


# --- Ed25519, RFC 8032 section 6, and P-256, FIPS 186-5: checking needs no secrets, so nothing here has to be constant in time.

P25519 = 2**255 - 19
ORDER25519 = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P25519) % P25519
ROOT_OF_MINUS_ONE = pow(2, (P25519 - 1) // 4, P25519)


def edwards_add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    aa = (y1 - x1) * (y2 - x2) % P25519
    bb = (y1 + x1) * (y2 + x2) % P25519
    cc = 2 * t1 * t2 * D % P25519
    dd = 2 * z1 * z2 % P25519
    e, f, g, h = bb - aa, dd - cc, dd + cc, bb + aa
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


def edwards_multiply(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = edwards_add(result, point)
        point = edwards_add(point, point)
        number >>= 1
    return result


def edwards_point(encoded):
    y = int.from_bytes(encoded, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= P25519:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P25519) % P25519
    if square == 0:
        return None if sign else (0, y, 1, 0)
    x = pow(square, (P25519 + 3) // 8, P25519)
    if (x * x - square) % P25519:
        x = x * ROOT_OF_MINUS_ONE % P25519
    if (x * x - square) % P25519:
        return None
    if x & 1 != sign:
        x = P25519 - x
    return x, y, 1, x * y % P25519


BASE = edwards_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


@functools.lru_cache(maxsize=None)
def ed25519_holds(public_key, message, signature):
    a, r = edwards_point(public_key), edwards_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER25519:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER25519
    x1, y1, z1, _ = edwards_multiply(s, BASE)
    x2, y2, z2, _ = edwards_add(r, edwards_multiply(k, a))
    return (x1 * z2 - x2 * z1) % P25519 == 0 and (y1 * z2 - y2 * z1) % P25519 == 0


P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B256 = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G256 = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def p256_add(a, b):
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P256 == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P256) % P256
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P256) % P256
    x = (slope * slope - a[0] - b[0]) % P256
    return x, (slope * (a[0] - x) - a[1]) % P256


def p256_multiply(number, point):
    result = None
    while number:
        if number & 1:
            result = p256_add(result, point)
        point = p256_add(point, point)
        number >>= 1
    return result


@functools.lru_cache(maxsize=None)
def p256_holds(x, y, message, signature):
    if x >= P256 or y >= P256 or (y * y - x * x * x + 3 * x - B256) % P256:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < ORDER256 and 0 < s < ORDER256):
        return False
    inverse = pow(s, -1, ORDER256)
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    point = p256_add(
        p256_multiply(digest * inverse % ORDER256, G256), p256_multiply(r * inverse % ORDER256, (x, y))
    )
    return point is not None and point[0] % ORDER256 == r


# --- Reading what anybody may have written.


def from_base64(text):
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (ValueError, binascii.Error):
        return None
    return data if base64.b64encode(data).decode() == text else None


def refuse_constant(_text):
    raise ValueError("no JSON")


def read_number(text):
    """As JavaScript reads it: 1.0 and 1e0 are 1."""
    number = float(text)
    return int(number) if number.is_integer() else number


def parse(text):
    try:
        return json.loads(text, parse_constant=refuse_constant, parse_float=read_number)
    except (ValueError, TypeError, RecursionError):
        return None


def decode(data):
    try:
        return data.decode("utf-8")
    except (UnicodeDecodeError, AttributeError):
        return None


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value):
    return is_integer(value) and 0 <= value <= MAX_INTEGER


def is_hash(value):
    return isinstance(value, str) and HASH.match(value) is not None


def has_texts(value, names):
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in names)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def canonical(value):
    """RFC 8785 of what is signed; ValueError for a value that is never signed."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if is_integer(value) and abs(value) <= MAX_INTEGER:
        return str(value)
    if isinstance(value, str):
        value.encode("utf-8")  # Not with half a character: a UnicodeEncodeError is a ValueError.
        return '"' + "".join(ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    raise ValueError("not signed")


def read_signed_text(text):
    value = parse(text)
    try:
        return value if isinstance(value, dict) and canonical(value) == text else None
    except (ValueError, RecursionError):
        return None


# --- The container.


def read_container(data, results):
    """The files by name, in order, each with its bytes and whether its checksum fits."""
    if len(data) < 22:
        raise Mismatch("container")
    end = data[-22:]
    entries, size, start = struct.unpack("<HII", end[10:20])
    if end != struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, entries, entries, size, start, 0) or start + size + 22 != len(data):
        raise Mismatch("container")
    directory, at, offset, found, seen, time = data[start:-22], 0, 0, [], set(), None
    for _ in range(entries):
        if at + 46 > len(directory):
            raise Mismatch("container")
        entry_time, crc, _packed, length, name_length = struct.unpack("<IIIIH", directory[at + 12 : at + 30])
        if at + 46 + name_length > len(directory):
            raise Mismatch("container")
        entry_offset = struct.unpack("<I", directory[at + 42 : at + 46])[0]
        raw = directory[at + 46 : at + 46 + name_length]
        about = struct.pack("<HHHI", 20, 8, 0, entry_time)
        expected = struct.pack("<4sH", b"PK\1\2", 20) + about + struct.pack(
            "<IIIHHHHHII", crc, length, length, name_length, 0, 0, 0, 0, 0, entry_offset
        )
        time = entry_time if time is None else time
        if directory[at : at + 46] != expected or entry_offset != offset or entry_time != time:
            raise Mismatch("container")
        name = raw.decode("latin-1")
        if not is_name(name):
            raise Mismatch("file_name", name)
        if name.lower() in seen:
            raise Mismatch("file_twice", name)
        seen.add(name.lower())
        local = struct.pack("<4s", b"PK\3\4") + about + struct.pack("<IIIHH", 0, 0, 0, name_length, 0) + raw
        found.append((name, offset, local, crc, length))
        at += 46 + name_length
        offset += len(local) + length + 16
    if at != len(directory) or offset != start:
        raise Mismatch("container")
    files = {}
    for name, offset, local, crc, length in found:
        begin = offset + len(local)
        content = data[begin : begin + length]
        descriptor = struct.pack("<4sIII", b"PK\7\x08", crc, length, length)
        if data[offset:begin] != local or data[begin + length : begin + length + 16] != descriptor:
            results.fail("container", "container")
        files[name] = (content, sha256(content), zlib.crc32(content) == crc)
    return files


def is_name(name):
    if len(name) > 200 or not NAME.match(name):
        return False
    return not any(part.startswith(".") or part.endswith(".") for part in name.split("/"))


# --- Manifest, keys, signatures.

UNLISTED = ("manifest.json", "manifest.signature.json")


def read_manifest(files):
    text = decode(files["manifest.json"][0]) if "manifest.json" in files else None
    manifest = read_signed_text(text) if text is not None else None
    if not is_manifest(manifest):
        raise Mismatch("manifest", "manifest.json")
    return manifest


def is_manifest(value):
    if value is None or value.get("format") != "chalkline-packet/1" or value.get("kind") not in ("claim", "project", "record"):
        return False
    if not has_texts(value, ("packet_id", "start_date", "end_date", "made_at", "made_by", "origin")):
        return False
    if not has_texts(value.get("company"), ("id", "name")) or not has_texts(value.get("subject"), ("name",)):
        return False
    if not isinstance(value.get("files"), list):
        return False
    before = ""
    for line in value["files"]:
        if not has_texts(line, ("name",)) or not is_name(line["name"]) or line["name"] in UNLISTED:
            return False
        if line["name"] <= before or not is_count(line.get("bytes")) or not is_hash(line.get("sha256")):
            return False
        before = line["name"]
    return True


def check_files(files, manifest, results):
    listed = {line["name"]: line for line in manifest["files"]}
    for name in files:
        if name not in listed and name not in UNLISTED:
            results.fail("files", "file_added", name)
    for name in listed:
        if name not in files:
            results.fail("files", "file_missing", name)
    for name, (content, digest, checksum_fits) in files.items():
        line = listed.get(name)
        if line and (line["bytes"] != len(content) or line["sha256"] != digest):
            results.fail("files", "file_changed", name)
        elif not checksum_fits:
            results.fail("files", "checksum", name)


def signature_holds(keys, signed):
    if not has_texts(signed, ("text", "signature", "key_id")) or signed["key_id"] not in keys:
        return False
    signature = from_base64(signed["signature"])
    if signature is None or len(signature) != 64:
        return False
    try:
        message = signed["text"].encode("utf-8")
    except UnicodeEncodeError:
        return False
    return ed25519_holds(keys[signed["key_id"]]["bytes"], message, signature)


def said_by(keys, signed, format):
    if not signature_holds(keys, signed):
        return None
    said = read_signed_text(signed["text"])
    return said if said is not None and said.get("format") == format else None


def read_keys(value, results):
    lines = value.get("keys") if isinstance(value, dict) and value.get("format") == "chalkline-ledger/1" else None
    if not isinstance(lines, list) or not lines:
        raise Mismatch("keys")
    keys = {}
    for number, line in enumerate(reversed(lines)):
        if not has_texts(line, ("key_id", "public_key", "fingerprint", "created_at")) or line["key_id"] in keys:
            raise Mismatch("keys")
        data = from_base64(line["public_key"])
        if data is None or len(data) != 32 or sha256(data)[:16] != line["fingerprint"]:
            raise Mismatch("keys")
        introduction = line.get("introduced_by", "none")
        if introduction is not None and not has_texts(introduction, ("text", "signature", "key_id")):
            raise Mismatch("keys")
        said = said_by(keys, introduction, "chalkline-key/1") if introduction else None
        introduced = said and said.get("key_id") == line["key_id"] and said.get("public_key") == line["public_key"]
        if introduction is not None if number == 0 else not introduced:
            results.fail("keys", "key_introduction")
        keys[line["key_id"]] = {
            "bytes": data,
            "fingerprint": line["fingerprint"],
            "by": introduction["key_id"] if introduction else None,
        }
    return keys


def check_trust(keys, used, given, results):
    if not given or not keys:
        return
    given = {re.sub(r"\s", "", text).lower() for text in given}
    trusted = set()
    for name, key in keys.items():  # Oldest first.
        if key["fingerprint"] in given or key["by"] in trusted:
            trusted.add(name)
    if not trusted or any(name not in trusted for name in used if name is not None):
        results.fail("keys", "key_other")


def read_signature_file(files, name):
    text = decode(files[name][0]) if name in files else None
    signed = parse(text) if text is not None else None
    if not has_texts(signed, ("text", "signature", "key_id")):
        return None
    try:
        return signed if canonical({name: signed[name] for name in ("key_id", "signature", "text")}) == text else None
    except ValueError:
        return None


def read_about_packet(files, keys, manifest, name, format, kind):
    signed = read_signature_file(files, name)
    said = said_by(keys, signed, format) if signed else None
    if said is None or said.get("packet_id") != manifest["packet_id"] or said.get("company_id") != manifest["company"]["id"]:
        raise Mismatch(kind, name)
    return said, signed["key_id"]


def check_packet_signature(files, keys, manifest):
    name = "manifest.signature.json"
    said, key = read_about_packet(files, keys, manifest, name, "chalkline-packet-signature/1", "packet_signature")
    if said.get("manifest_sha256") != files["manifest.json"][1]:
        raise Mismatch("packet_signature", name)
    return key


def check_data(files, keys, manifest, results):
    name = "data.signature.json"
    said, key = read_about_packet(files, keys, manifest, name, "chalkline-packet-data/1", "data_signature")
    parts = said.get("parts")
    if not isinstance(parts, list) or not all(has_texts(part, ("name",)) and is_hash(part.get("sha256")) for part in parts):
        raise Mismatch("data_signature", name)
    for part in parts:
        if part["name"] not in files or files[part["name"]][1] != part["sha256"]:
            results.fail("data", "data_part", part["name"])
    noted = {part["name"] for part in parts}
    for file in files:
        if file.startswith("data/") and file not in noted:
            results.fail("data", "data_part", file)
    return key


# --- History.


def read_root_text(text):
    root = read_signed_text(text)
    if root is None or root.get("format") != "chalkline-root/1":
        return None
    if not has_texts(root, ("company_id", "company", "reason", "created_at")):
        return None
    if not is_count(root.get("from")) or not is_count(root.get("to")) or not 1 <= root["from"] <= root["to"]:
        return None
    if not is_hash(root.get("chain_hash")) or not is_hash(root.get("merkle_root")):
        return None
    if "previous" not in root or root["previous"] is not None and not is_hash(root["previous"]):
        return None
    return root


def check_roots(value, keys, company, results):
    """Each root with whether it holds; None in place of one that cannot be read."""
    if not isinstance(value, list):
        raise Mismatch("roots")
    roots = []
    for number, signed in enumerate(value):
        readable = has_texts(signed, ("signed_text", "signature", "key_id"))
        root = read_root_text(signed["signed_text"]) if readable else None
        if root is None:
            results.fail("roots", "root_text", number)
            roots.append(None)
            continue
        as_signed = {"text": signed["signed_text"], "signature": signed["signature"], "key_id": signed["key_id"]}
        before = roots[-1] if roots else "none"
        if before == "none":
            linked = (root["previous"] is None) == (root["from"] == 1)
        else:
            linked = before is not None and root["from"] == before["to"] + 1
            linked = linked and root["previous"] == sha256(before["signed_text"].encode("utf-8"))
        problem = None
        if not signature_holds(keys, as_signed):
            problem = "root_signature"
        elif root["company_id"] != company:
            problem = "root_company"
        elif not linked:
            problem = "root_chain"
        if problem:
            results.fail("roots", problem, number)
        roots.append({**root, **as_signed, "signed_text": signed["signed_text"], "holds": problem is None})
    return roots


def root_from_path(position, digest, path, first, last):
    """RFC 9162, section 2.1.3.2."""
    number, rest = position - first, last - first
    node = hashlib.sha256(b"\0" + f"{position} {digest}".encode()).digest()
    for step in path:
        if rest == 0:
            return None
        sibling = bytes.fromhex(step)
        if number % 2 == 1 or number == rest:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while number % 2 == 0 and number != 0:
                number, rest = number // 2, rest // 2
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        number, rest = number // 2, rest // 2
    return node.hex() if rest == 0 else None


def read_event(line):
    event = parse(decode(line) or "")
    if not isinstance(event, dict) or not is_count(event.get("position")) or event["position"] == 0:
        return None
    if "root" not in event or event["root"] is not None and not is_count(event["root"]):
        return None
    if not isinstance(event.get("path"), list) or not all(map(is_hash, event["path"])):
        return None
    if "text" not in event or event["text"] is not None and not isinstance(event["text"], str):
        return None
    if "previous_hash" not in event or event["previous_hash"] is not None and not is_hash(event["previous_hash"]):
        return None
    if event.get("hash") is not None:
        return event if is_hash(event["hash"]) else None
    return event if event["text"] is not None else None


def check_events(files, roots, company, results):
    before, seals, pending = 0, set(), []
    for file in sorted(name for name in files if EVENT_FILE.match(name)):
        lines = files[file][0].split(b"\n")
        if lines[-1] == b"":
            lines.pop()
        for number, line in enumerate(lines, 1):
            event = read_event(line)
            if event is None:
                results.fail("events", "event_line", f"{file}:{number}")
                continue
            problem, said, content = judge_event(event, before, roots, company)
            before = event["position"]
            if problem == "open":
                continue
            if problem:
                results.fail("events", problem, before)
                continue
            if said and said[6] == "redacted" and isinstance(said[11], dict):
                seals.add((said[7], said[11].get("event_id"), said[11].get("content_hash")))
            if content is not None:
                pending.append((before, (said[7], said[2], content)))
    for position, seal in pending:
        if seal not in seals:
            results.fail("events", "event_changed", position)


def judge_event(event, before, roots, company):
    position, said, content = event["position"], None, None
    if event["text"] is not None:
        # Half a character is replaced, as browsers do it.
        text = re.sub("[\ud800-\udfff]", "\ufffd", event["text"])
        content = sha256(((event["previous_hash"] or "") + text).encode("utf-8"))
        said = parse(event["text"])
        said = said if isinstance(said, list) and len(said) == 13 else None
    digest = event.get("hash") or content
    if position <= before:
        return "event_order", None, None
    if event["text"] is not None and (said is None or said[0] != company):
        return "event_company", None, None
    if event["root"] is None:
        last = roots[-1] if roots else None
        if event["path"] or last and position <= last["to"]:
            return "event_root", None, None
    else:
        if event["root"] >= len(roots):
            return "event_root", None, None
        root = roots[event["root"]]
        if root is not None and not root["from"] <= position <= root["to"]:
            return "event_root", None, None
        if root is None or not root["holds"]:
            return "open", None, None
        if root_from_path(position, digest, event["path"], root["from"], root["to"]) != root["merkle_root"]:
            return "event_changed", None, None
    return None, said, content if content is not None and content != digest else None


# --- Timesheets, drawings, photos, roots received elsewhere.


def coordinate(text):
    if not isinstance(text, str) or not re.match(r"[A-Za-z0-9_-]{43}\Z", text):
        return None
    data = from_base64(text.replace("-", "+").replace("_", "/") + "=")
    return int.from_bytes(data, "big") if data is not None else None


def timesheet_holds(sheet, company):
    key = sheet.get("device_key")
    if not has_texts(sheet, ("signed_text", "device_signature")) or not isinstance(key, dict):
        return False
    said = read_signed_text(sheet["signed_text"])
    if said is None or any(said.get(name) != sheet[name] for name in ("start_date", "end_date")):
        return False
    if not isinstance(said.get("company"), dict) or said["company"].get("id") != company:
        return False
    x, y, signature = coordinate(key.get("x")), coordinate(key.get("y")), from_base64(sheet["device_signature"])
    if key.get("kty") != "EC" or key.get("crv") != "P-256" or x is None or y is None:
        return False
    if signature is None or len(signature) != 64:
        return False
    return p256_holds(x, y, sheet["signed_text"].encode("utf-8"), signature)


def is_noted(sheet, signatures):
    noted = signatures.get(sheet["id"])
    if noted is None or any(noted.get(name) != sheet[name] for name in ("start_date", "end_date", "signed_at")):
        return False
    if ("" if noted.get("signed_name") is None else noted["signed_name"]) != sheet["name"]:
        return False
    if sheet["kind"] == "device":
        key, other = sheet.get("device_key"), noted.get("device_key")
        if not isinstance(key, dict) or not isinstance(other, dict) or any(key.get(name) != other.get(name) for name in ("crv", "kty", "x", "y")):
            return False
        return all(sheet.get(name) == noted.get(name) for name in ("signed_text", "device_signature"))
    if noted.get("signed_text") and noted.get("device_signature") and has_texts(noted, ("signed_text", "device_signature")):
        return False
    return not isinstance(sheet.get("file"), str) or noted.get("paper_sha256") == sheet.get("sha256")


def check_timesheets(files, company, signatures, results):
    name = "signatures/timesheets.json"
    if name not in files:
        return
    sheets = parse(decode(files[name][0]) or "")
    if not isinstance(sheets, list):
        raise Mismatch("timesheets", name)
    for number, sheet in enumerate(sheets):
        if not has_texts(sheet, ("id", "kind", "name", "start_date", "end_date", "signed_at")):
            raise Mismatch("timesheets", number)
        if not is_noted(sheet, signatures):
            results.fail("timesheets", "timesheet_signature", number)
        elif sheet["kind"] == "device":
            if not timesheet_holds(sheet, company):
                results.fail("timesheets", "timesheet_signature", number)
        elif isinstance(sheet.get("file"), str):
            found = files.get(sheet["file"])
            if found is None or found[1] != sheet.get("sha256"):
                results.fail("drawings", "drawing", sheet["file"])


def collect(value, hashes, named, signatures):
    if isinstance(value, list):
        for item in value:
            collect(item, hashes, named, signatures)
    elif isinstance(value, dict):
        digest = value.get("sha256") if is_hash(value.get("sha256")) else None
        if digest:
            hashes.add(digest)
        if isinstance(value.get("file"), str) and value["file"].startswith(ORIGINALS):
            named[value["file"]] = digest
        listed = value.get("timesheet_signatures")
        for item in listed if isinstance(listed, list) else ():
            if isinstance(item, dict) and isinstance(item.get("id"), str) and item["id"]:
                signatures[item["id"]] = item
        for item in value.values():
            collect(item, hashes, named, signatures)


def read_noted(files):
    hashes, named, signatures = set(), {}, {}
    for name in files:
        if name.startswith("data/") and name.endswith(".json"):
            collect(parse(decode(files[name][0]) or ""), hashes, named, signatures)
    return hashes, named, signatures


def check_originals(files, hashes, named, results):
    for name, (_content, digest, _fits) in files.items():
        if not name.startswith(ORIGINALS) or name in named and named[name] is None:
            continue
        if not (named[name] == digest if name in named else digest in hashes):
            results.fail("photos", "photo", name)
    for name in named:
        if name not in files:
            results.fail("photos", "photo", name)


def read_given_root(value):
    if has_texts(value, ("signed_text", "signature", "key_id")):
        root = read_root_text(value["signed_text"])
        return root and {**root, "signed": value}
    if has_texts(value, ("company_id", "company", "checked_at")) and is_count(value.get("last_position")):
        if is_hash(value.get("last_hash")):
            return {"company_id": value["company_id"], "to": value["last_position"], "chain_hash": value["last_hash"], "signed": None}
    return None


def check_given_root(given, roots, made_at, results):
    signed = given["signed"]
    if signed:
        compared = [root for root in roots if root["from"] <= given["to"] and root["to"] >= given["from"]]
        same = any(root["signed_text"] == signed["signed_text"] for root in compared)
    else:
        compared = [root for root in roots if root["to"] == given["to"]]
        same = any(root["chain_hash"] == given["chain_hash"] for root in compared)
    cut_off = signed and roots and given["to"] > roots[-1]["to"] and given["created_at"] < made_at
    if any(root["company_id"] != given["company_id"] for root in roots) or compared and not same or cut_off:
        results.fail("given", "given_root", given["to"])


# --- Everything, in order.


def check_packet(data, fingerprints=(), given=()):
    results = Results()
    files = results.run("container", lambda: read_container(data, results))
    manifest = results.run("files", lambda: read_manifest(files)) if files is not None else None
    if manifest is None:
        return results
    company = manifest["company"]["id"]
    check_files(files, manifest, results)

    def content(name):
        return parse(decode(files[name][0]) or "") if name in files else None

    keys = results.run("keys", lambda: read_keys(content("history/keys.json"), results)) or {}
    packet_key = results.run("packet", lambda: check_packet_signature(files, keys, manifest))
    data_key = results.run("data", lambda: check_data(files, keys, manifest, results))
    roots = results.run("roots", lambda: check_roots(content("history/roots.json"), keys, company, results)) or []
    check_events(files, roots, company, results)
    hashes, named, signatures = read_noted(files)
    results.run("timesheets", lambda: check_timesheets(files, company, signatures, results))
    check_originals(files, hashes, named, results)
    readable = [root for root in roots if root is not None]
    for root in given:
        check_given_root(root, readable, manifest["made_at"], results)
    last_key = readable[-1]["key_id"] if readable else None
    check_trust(keys, (packet_key, data_key, last_key), fingerprints, results)
    return results


def check_root(value, fingerprints):
    results, root = Results(), read_given_root(value)
    if root is None:
        results.fail("container", "unreadable")
    elif root["signed"]:
        signed = root["signed"]
        keys = results.run("keys", lambda: read_keys(value.get("keys"), results)) or {}
        as_signed = {"text": signed["signed_text"], "signature": signed["signature"], "key_id": signed["key_id"]}
        if not signature_holds(keys, as_signed):
            results.fail("roots", "root_signature", 0)
        check_trust(keys, (signed["key_id"],), fingerprints, results)
    return results


def check_file(path, fingerprints, roots):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] != b"PK":
        return check_root(parse(decode(data) or ""), fingerprints)
    given = []
    for root in roots:
        with open(root, "rb") as file:
            read = read_given_root(parse(decode(file.read()) or ""))
        if read is None:
            results = Results()
            results.fail("container", "unreadable", root)
            return results
        given.append(read)
    return check_packet(data, fingerprints, given)


def answer(path, fingerprints, roots):
    problem = check_file(path, fingerprints, roots).first()
    return {"fits": problem is None, "kind": problem and problem[0], "where": problem and problem[1]}


def main(arguments):
    if arguments == ["--list"]:
        for line in sys.stdin:
            asked = json.loads(line)
            print(json.dumps(answer(asked["file"], asked.get("keys", []), asked.get("roots", []))), flush=True)
        return 0
    files, options = [], {"--key": [], "--root": []}
    words = iter(arguments)
    for word in words:
        options[word].append(next(words)) if word in options else files.append(word)
    if len(files) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    result = answer(files[0], options["--key"], options["--root"])
    print("Everything fits." if result["fits"] else f"Does not fit: {result['kind']} {result['where'] or ''}")
    return 0 if result["fits"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
