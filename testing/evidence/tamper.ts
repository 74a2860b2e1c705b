// Ways to forge a packet, from a flipped bit to somebody who has the database and the key of the server.
import { canonicalJson } from '../../src/entities/evidence/canonical-json.ts';
import { digestHex } from '../../src/entities/evidence/digest.ts';
import { type EventLine, PACKET_FILES } from '../../src/entities/evidence/packet-format.ts';
import type { Random } from '../random.ts';
import { deviceKey, type SigningKey, signingKey } from './ledger.ts';
import { type PacketParts, packetFiles, packetParts, withManifest } from './test-packet.ts';
import { zipBytes } from './zip-bytes.ts';

export interface Tampered {
  readonly how: string;
  readonly bytes: Uint8Array;
  /** Fingerprints the reader knows. */
  readonly keys?: readonly string[];
  /** Roots the reader received earlier. */
  readonly roots?: readonly unknown[];
}

type FileMap = Map<string, Uint8Array>;
type Change = (files: FileMap, random: Random) => void;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const differently = (bytes: Uint8Array, random: Random): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  const at = random.below(changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
  return changed;
};

/** The container as it lies on a disk. */
const BYTES: Record<string, (zip: Uint8Array, random: Random) => Uint8Array> = {
  'any byte changed': differently,
  'a bit flipped': (zip, random) => {
    const changed = Uint8Array.from(zip);
    const at = random.below(zip.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    return changed;
  },
  'the end missing': (zip, random) => zip.slice(0, zip.length - 1 - random.below(zip.length - 1)),
  'bytes behind it': (zip, random) => Buffer.concat([zip, Buffer.alloc(1 + random.below(30), 7)]),
  'bytes before it': (zip) => Buffer.concat([Buffer.from('PK'), zip]),
  'a byte inserted': (zip, random) => {
    const at = random.below(zip.length);
    return Buffer.concat([zip.slice(0, at), Buffer.of(random.below(256)), zip.slice(at)]);
  },
  'a byte left out': (zip, random) => {
    const at = random.below(zip.length);
    return Buffer.concat([zip.slice(0, at), zip.slice(at + 1)]);
  },
};

const pickFile = (files: FileMap, random: Random): [string, Uint8Array] =>
  random.pick([...files].filter(([name]) => !name.startsWith('manifest')));

function changeLines(change: (lines: string[], random: Random) => string[]): Change {
  return (files, random) => {
    const name = random.pick(['history/events-0001.jsonl', 'history/events-0002.jsonl']);
    const lines = textOf(files.get(name)).trimEnd().split('\n');
    files.set(name, bytesOf(`${change(lines, random).join('\n')}\n`));
  };
}

const changeRoots =
  (change: (roots: unknown[], random: Random) => unknown[]): Change =>
  (files, random) => {
    const roots = JSON.parse(textOf(files.get(PACKET_FILES.roots)));
    files.set(PACKET_FILES.roots, bytesOf(JSON.stringify(change(roots, random))));
  };

const without = <T>(items: readonly T[], at: number): T[] =>
  items.filter((_, index) => index !== at);

const swapped = <T>(items: readonly T[], random: Random): T[] => {
  const at = random.below(items.length - 1);
  return items.map(
    (item, index) => items[index === at ? at + 1 : index === at + 1 ? at : index] ?? item,
  );
};

/** Files inside of it, packed again into a proper ZIP. */
const FILES: Record<string, Change> = {
  'a file changed': (files, random) => {
    const [name, content] = pickFile(files, random);
    files.set(name, differently(content, random));
  },
  'a file left out': (files, random) => void files.delete(pickFile(files, random)[0]),
  'a file added': (files, random) =>
    void files.set(random.pick(['data/more.json', 'photos/more.jpg', 'note.txt']), bytesOf('[]')),
  'photos swapped': (files) => {
    const [one, other] = [...files.keys()].filter((name) => name.startsWith('photos/'));
    const [first, second] = [files.get(one ?? ''), files.get(other ?? '')];
    if (one && other && first && second) files.set(one, second).set(other, first);
  },
  'another photo': (files) =>
    void files.set('photos/2026-11-03/front-door.jpg', bytesOf('another picture')),
  'another drawing': (files) => void files.set('signatures/kiosk-1.svg', bytesOf('<svg/>')),
  'an event left out': changeLines((lines, random) => without(lines, random.below(lines.length))),
  'events in another order': changeLines(swapped),
  'an event twice': changeLines((lines, random) => {
    const at = random.below(lines.length);
    return [...lines.slice(0, at), lines[at] ?? '', ...lines.slice(at)];
  }),
  'the newest day dropped': (files, random) => {
    changeRoots((roots) => roots.slice(0, -1))(files, random);
    const name = 'history/events-0002.jsonl';
    const lines = textOf(files.get(name)).trimEnd().split('\n');
    const left = lines.filter((line) => JSON.parse(line).root < 4);
    files.set(name, bytesOf(left.map((line) => `${line}\n`).join('')));
  },
  'a root dropped': changeRoots((roots, random) => without(roots, random.below(roots.length))),
  'roots in another order': changeRoots(swapped),
};

/** Who packs it again: with the old list, with a list of their own, or as a manager whose browser asks for a signature. */
function packed(
  files: FileMap,
  parts: PacketParts,
  random: Random,
): { by: string; files: FileMap } {
  const stranger = signingKey('ledger-2026-10');
  return random.pick([
    () => ({ by: 'with the old list', files }),
    () => ({ by: 'signed by a stranger', files: withManifest(files, parts.about, stranger) }),
    () => ({
      by: 'with a new list and the old signature',
      files: new Map([
        ...withManifest(files, parts.about, stranger),
        [PACKET_FILES.manifestSignature, files.get(PACKET_FILES.manifestSignature) ?? bytesOf('')],
      ]),
    }),
    () => ({ by: 'signed again', files: withManifest(files, parts.about, parts.keys[1]) }),
  ])();
}

/** Where more than the manifest's own signature says what a file must be. */
const COVERED = /^(data\/|history\/(events|roots)|photos\/|documents\/notice|signatures\/kiosk)/;

function withFiles(parts: PacketParts, how: string, change: Change, random: Random): Tampered {
  const before = packetFiles(parts);
  const files = new Map(before);
  change(files, random);
  const again = packed(files, parts, random);
  const isChanged = (name: string) => before.get(name) !== files.get(name);
  const changed = new Set([...before.keys(), ...files.keys()].filter(isChanged));
  // Of a list of roots, spaces may change; what it says may not.
  const isSpace = how === 'a file changed' && changed.has(PACKET_FILES.roots);
  const isFound = !isSpace && [...changed].some((name) => COVERED.test(name));
  if (again.by === 'signed again' && !isFound)
    return { how: `${how}, with the old list`, bytes: zipBytes(files) };
  return { how: `${how}, ${again.by}`, bytes: zipBytes(again.files) };
}

type PartsChange = (parts: PacketParts, random: Random) => PacketParts;

const changeLine =
  (change: (line: EventLine, random: Random) => EventLine): PartsChange =>
  (parts, random) => {
    const at = random.pick(parts.lines.filter(({ text }) => text !== null)).position - 1;
    const lines = parts.lines.map((line, index) => (index === at ? change(line, random) : line));
    return { ...parts, lines };
  };

const changeSheet =
  (change: (sheet: Record<string, unknown>) => object): PartsChange =>
  (parts) => {
    const [first, ...others] = parts.timesheets as unknown as Record<string, unknown>[];
    return {
      ...parts,
      timesheets: [change(first ?? {}), ...others] as unknown as PacketParts['timesheets'],
    };
  };

const signRoot = (key: SigningKey, text: string) => {
  const { signature, key_id } = key.sign(text);
  return { signed_text: text, signature, key_id };
};

/** Whoever has the database and may ask for every signature of a packet; the history was signed before. */
const SIGNED_AGAIN: Record<string, PartsChange> = {
  'an event changed in the database': changeLine((line, random) => ({
    ...line,
    text: (line.text ?? '').replace(/\d(?=\D*$)|ñ/, () => String(random.below(10) + 10)),
  })),
  'an event emptied': changeLine((line) => ({ ...line, text: null, hash: digestHex('nothing') })),
  'an event covered by another hash': changeLine((line) => ({ ...line, hash: digestHex('other') })),
  'an event moved': changeLine((line, random) => ({
    ...line,
    position: line.position + 1 + random.below(3),
  })),
  'an event under another root': changeLine((line) => ({ ...line, root: (line.root ?? 0) + 1 })),
  'an event called unsigned': changeLine((line) => ({ ...line, root: null, path: [] })),
  'an event of another path': changeLine((line) => ({
    ...line,
    path: [...line.path, digestHex('')],
  })),
  'events exchanged': (parts, random) => ({ ...parts, lines: swapped(parts.lines, random) }),
  'a root forged with another key': (parts, random) => {
    const at = random.below(parts.roots.length);
    const stranger = signingKey(parts.roots[at]?.key_id ?? '');
    const forged = signRoot(stranger, parts.roots[at]?.signed_text ?? '');
    return { ...parts, roots: parts.roots.map((root, index) => (index === at ? forged : root)) };
  },
  'a root changed and signed again': (parts, random) => {
    const at = random.below(parts.roots.length);
    const said = JSON.parse(parts.roots[at]?.signed_text ?? '');
    const text = canonicalJson({ ...said, merkle_root: digestHex('forged') });
    const forged = signRoot(parts.keys[1], text);
    return { ...parts, roots: parts.roots.map((root, index) => (index === at ? forged : root)) };
  },
  'a root of another company': (parts) => {
    const said = JSON.parse(parts.roots[0]?.signed_text ?? '');
    const text = canonicalJson({ ...said, company_id: 'another' });
    return { ...parts, roots: [signRoot(parts.keys[1], text), ...parts.roots.slice(1)] };
  },
  'a root dropped with its events': (parts, random) => {
    const at = random.below(parts.roots.length - 1);
    const lines = parts.lines.filter(({ root }) => root !== at);
    return { ...parts, roots: without(parts.roots, at), lines };
  },
  'a timesheet changed': changeSheet((sheet) => ({
    ...sheet,
    signed_text: String(sheet['signed_text']).replace('480', '450'),
  })),
  'a timesheet with another period': changeSheet((sheet) => ({ ...sheet, end_date: '2026-11-30' })),
  'a timesheet signed by another phone': changeSheet((sheet) => ({
    ...sheet,
    device_signature: deviceKey().sign(String(sheet['signed_text'])),
  })),
  'a timesheet with another phone’s key': changeSheet((sheet) => ({
    ...sheet,
    device_key: deviceKey().jwk,
  })),
  'a timesheet that a phone of the forger signed': changeSheet((sheet) => {
    const phone = deviceKey();
    const text = String(sheet['signed_text']).replace('480', '450');
    const proof = { signed_text: text, device_key: phone.jwk, device_signature: phone.sign(text) };
    return { ...sheet, ...proof };
  }),
  'a timesheet under another name': changeSheet((sheet) => ({ ...sheet, name: 'Luis Ortega' })),
  'a timesheet without its key': changeSheet(({ id, name, start_date, end_date, signed_at }) => ({
    ...{ id, name, start_date, end_date, signed_at, kind: 'account' },
  })),
  'another document': (parts) => ({
    ...parts,
    others: new Map([...parts.others, ['documents/notice.pdf', bytesOf('other')]]),
  }),
  'a document left out': (parts) => {
    const others = new Map(parts.others);
    others.delete('documents/notice.pdf');
    return { ...parts, others };
  },
  'another drawing, in the list, too': (parts) => {
    const drawing = bytesOf('<svg/>');
    const timesheets = parts.timesheets.map((sheet) =>
      'file' in sheet ? { ...sheet, sha256: digestHex(drawing) } : sheet,
    );
    return {
      ...parts,
      timesheets,
      others: new Map([...parts.others, ['signatures/kiosk-1.svg', drawing]]),
    };
  },
  'another drawing': (parts) => ({
    ...parts,
    others: new Map([...parts.others, ['signatures/kiosk-1.svg', bytesOf('<svg/>')]]),
  }),
  'another photo': (parts, random) => {
    const name = random.pick(['photos/2026-11-02/1.jpg', 'photos/2026-11-03/front-door.jpg']);
    return { ...parts, others: new Map([...parts.others, [name, bytesOf('other')]]) };
  },
  'a photo left out': (parts) => {
    const others = new Map(parts.others);
    others.delete('photos/2026-11-02/1.jpg');
    return { ...parts, others };
  },
  'a new key that nobody introduced': (parts) => ({
    ...parts,
    keys: [parts.keys[0], signingKey('ledger-2026-10')],
  }),
};

/** Forgeries that fit themselves: found by what the reader has from elsewhere. */
const WITH_KNOWLEDGE: Record<string, (parts: PacketParts) => Tampered> = {
  'everything made anew with other keys': (parts) => ({
    how: '',
    bytes: zipBytes(packetFiles(packetParts())),
    keys: [parts.keys[0].line.fingerprint],
  }),
  'another history behind the mailed root': (parts) => ({
    how: '',
    bytes: zipBytes(packetFiles(packetParts())),
    roots: [parts.roots[1]],
  }),
  'the newest day dropped, the mailed root known': (parts) => {
    const lines = parts.lines.filter(({ root }) => root !== 4);
    const shorter = { ...parts, lines, roots: parts.roots.slice(0, -1) };
    return { how: '', bytes: zipBytes(packetFiles(shorter)), roots: [parts.roots.at(-1)] };
  },
  'an older key in place of the known one': (parts) => ({
    how: '',
    bytes: zipBytes(packetFiles(parts, parts.keys[0])),
    keys: [parts.keys[1].line.fingerprint],
  }),
};

/** The forgery of this number; the same seed gives the same. */
export function tamper(parts: PacketParts, zip: Uint8Array, random: Random): Tampered {
  const kind = random.next();
  if (kind < 0.45) {
    const [how, change] = random.pick(Object.entries(BYTES));
    return { how, bytes: change(zip, random) };
  }
  if (kind < 0.7) {
    const [how, change] = random.pick(Object.entries(FILES));
    return withFiles(parts, how, change, random);
  }
  if (kind < 0.95) {
    const [how, change] = random.pick(Object.entries(SIGNED_AGAIN));
    return { how: `${how}, all signed again`, bytes: zipBytes(packetFiles(change(parts, random))) };
  }
  const [how, forge] = random.pick(Object.entries(WITH_KNOWLEDGE));
  return { ...forge(parts), how };
}
