// A packet with one of everything: two keys, five days, deleted and redacted events, phone, kiosk and paper, photos.
import { canonicalJson, type Json } from '../../src/entities/evidence/canonical-json.ts';
import { digestHex } from '../../src/entities/evidence/digest.ts';
import {
  type EventLine,
  FORMATS,
  type LedgerKeys,
  manifestText,
  PACKET_FILES,
  type PacketAbout,
  type SignedRoot,
  type SignedTimesheet,
  signatureFile,
} from '../../src/entities/evidence/packet-format.ts';
import {
  deviceKey,
  history,
  type SigningKey,
  signingKey,
  type TestEvent,
  testEvent,
} from './ledger.ts';
import { zipBytes } from './zip-bytes.ts';

const COMPANY = { id: '6b1f1c2e-0000-4000-8000-000000000001', name: 'Whitfield Construction' };
const PACKET_ID = '6b1f1c2e-0000-4000-8000-00000000000a';
const EVENTS_PER_DAY = [7, 1, 6, 4, 9];

const ABOUT: PacketAbout = {
  ...{ kind: 'claim', packet_id: PACKET_ID, company: COMPANY },
  subject: { name: 'Rosa Delgado', employee_id: '6b1f1c2e-0000-4000-8000-000000000002' },
  ...{ start_date: '2026-11-01', end_date: '2026-11-14', made_by: 'Dana Whitfield' },
  ...{ made_at: '2026-11-19T20:20:00.000000Z', origin: 'https://time.example.com' },
};

/** What a packet is made from: change it and `packetOf` signs it again, as a manager with a browser could. */
export interface PacketParts {
  readonly about: PacketAbout;
  /** Older and newer. */
  readonly keys: readonly [SigningKey, SigningKey];
  readonly lines: readonly EventLine[];
  readonly roots: readonly SignedRoot[];
  readonly timesheets: readonly SignedTimesheet[];
  readonly data: Json;
  readonly others: ReadonlyMap<string, Uint8Array>;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Something was taken out of the third event, which the last one says; the fifth was deleted by retention. */
function eventsOf(): { days: TestEvent[][]; left: string; redacted: TestEvent } {
  const days = EVENTS_PER_DAY.map((count, index) =>
    Array.from({ length: count }, () => testEvent(COMPANY.id, { day: index + 1 })),
  );
  const held = testEvent(COMPANY.id, {
    day: 1,
    entity: 'held_events',
    after: { place: [45, -122] },
  });
  const left = held.text.replace('"place":[45,-122]', '"place":null');
  const seal = { event_id: held.id, content_hash: digestHex(left) };
  const says = testEvent(COMPANY.id, {
    ...{ day: 5, entity: 'held_events', action: 'redacted', after: seal },
  });
  days[0]?.splice(2, 1, held);
  days[4]?.splice(8, 1, says);
  const second = testEvent(COMPANY.id, { day: 1, previousHash: days[0]?.[0]?.hash ?? null });
  days[0]?.splice(1, 1, second);
  return { days, left, redacted: held };
}

function linesOf(lines: readonly EventLine[], left: string, hash: string): EventLine[] {
  return lines.map((line) => {
    if (line.position === 3) return { ...line, text: left, hash };
    if (line.position !== 5) return line;
    return { ...line, text: null, hash: digestHex(line.text ?? '') };
  });
}

function timesheets(drawing: Uint8Array): SignedTimesheet[] {
  const phone = deviceKey();
  const about = (start_date: string, end_date: string) => ({
    ...{ id: `sheet-${start_date}`, name: 'Rosa Delgado', start_date, end_date },
    signed_at: '2026-11-15T16:00:00.000000Z',
  });
  const signed = (start_date: string, end_date: string) => {
    const shown = { start_date, end_date, days: [{ date: start_date, minutes: 480 }] };
    const text = canonicalJson({ format: 'chalkline-timesheet/1', company: COMPANY, ...shown });
    const proof = { signed_text: text, device_key: phone.jwk, device_signature: phone.sign(text) };
    return {
      ...about(start_date, end_date),
      kind: 'device' as const,
      device_name: 'Rosa’s phone',
      ...proof,
    };
  };
  return [
    signed('2026-11-01', '2026-11-07'),
    signed('2026-11-08', '2026-11-14'),
    {
      ...{ ...about('2026-11-06', '2026-11-06'), kind: 'kiosk' },
      ...{ file: 'signatures/kiosk-1.svg', sha256: digestHex(drawing) },
    },
    { ...about('2026-10-25', '2026-10-31'), kind: 'account' },
  ];
}

/** As the database has them. */
const notedOf = ({ name, ...sheet }: SignedTimesheet): Json =>
  ({
    ...{ signed_name: name, signed_text: null, device_key: null, device_signature: null },
    ...sheet,
    ...('sha256' in sheet && { paper_sha256: sheet.sha256 }),
  }) as unknown as Json;

export function packetParts(): PacketParts {
  const older = signingKey('ledger-2026-07');
  const newer = signingKey('ledger-2026-10', older);
  const { days, left, redacted } = eventsOf();
  const made = history(
    COMPANY,
    days.map((events, index) => ({ events, key: index < 2 ? older : newer })),
  );
  const drawing = bytes('<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 2L3 4"/></svg>');
  const photos = [1, 2].map((number) => bytes(`a picture ${number} ${'*'.repeat(200)}`));
  const [first = bytes(''), second = bytes('')] = photos;
  const notice = bytes('The notice of pay that was signed.');
  const sheets = timesheets(drawing);
  return {
    ...{ about: ABOUT, keys: [older, newer], roots: made.roots },
    lines: linesOf(made.lines, left, redacted.hash),
    timesheets: sheets,
    data: {
      photos: [
        { file: 'photos/2026-11-02/1.jpg', sha256: digestHex(first) },
        { caption: 'Front door', sha256: digestHex(second) },
      ],
      documents: [
        { file: 'documents/notice.pdf', sha256: digestHex(notice) },
        { file: 'documents/before-hashes.pdf', sha256: null },
      ],
      timesheet_signatures: sheets.map(notedOf),
    },
    others: new Map([
      ['photos/2026-11-02/1.jpg', first],
      ['photos/2026-11-03/front-door.jpg', second],
      ['documents/notice.pdf', notice],
      ['documents/before-hashes.pdf', bytes('An older one.')],
      ['signatures/kiosk-1.svg', drawing],
      ['README.en.txt', bytes('What this is.')],
      ['time.csv', bytes('date,minutes\n2026-11-02,480\n')],
    ]),
  };
}

/** The files of the packet, signed by the newer key, or by whoever wants to be it. */
export function packetFiles(
  { about, keys, lines, roots, timesheets: sheets, data, others }: PacketParts,
  signer: SigningKey = keys[1],
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const add = (name: string, text: string): void => void files.set(name, bytes(text));
  const half = lines.length / 2;
  const jsonl = (part: readonly EventLine[]) => part.map((line) => `${JSON.stringify(line)}\n`);
  const parts = new Map([
    ['data/claim.json', JSON.stringify(data)],
    ['history/events-0001.jsonl', jsonl(lines.slice(0, half)).join('')],
    ['history/events-0002.jsonl', jsonl(lines.slice(half)).join('')],
  ]);
  for (const [name, text] of parts) add(name, text);
  add(PACKET_FILES.roots, JSON.stringify(roots));
  const lineOf = ({ line }: SigningKey) => line;
  const ledger: LedgerKeys = { format: FORMATS.ledger, keys: keys.toReversed().map(lineOf) };
  add(PACKET_FILES.keys, JSON.stringify(ledger, null, 2));
  add(PACKET_FILES.timesheets, JSON.stringify(sheets));
  for (const [name, content] of others) files.set(name, content);
  const ids = { packet_id: about.packet_id, company_id: about.company.id };
  const noted = [...parts].map(([name, text]) => ({ name, sha256: digestHex(text) }));
  const dataText = canonicalJson({ format: FORMATS.packetData, ...ids, parts: noted });
  add(PACKET_FILES.dataSignature, signatureFile(signer.sign(dataText)));
  return withManifest(files, about, signer);
}

/** Lists what is there and signs the list. */
export function withManifest(
  files: ReadonlyMap<string, Uint8Array>,
  about: PacketAbout,
  signer: SigningKey,
): Map<string, Uint8Array> {
  const all = new Map(files);
  all.delete(PACKET_FILES.manifest);
  all.delete(PACKET_FILES.manifestSignature);
  const line = ([name, content]: [string, Uint8Array]) => ({
    ...{ name, bytes: content.length, sha256: digestHex(content) },
  });
  const manifest = manifestText(about, [...all].map(line));
  all.set(PACKET_FILES.manifest, bytes(manifest));
  const text = canonicalJson({
    ...{ format: FORMATS.packetSignature, packet_id: about.packet_id },
    ...{ company_id: about.company.id, manifest_sha256: digestHex(manifest) },
    signed_at: '2026-11-19T20:20:05.000000Z',
  });
  all.set(PACKET_FILES.manifestSignature, bytes(signatureFile(signer.sign(text))));
  return all;
}

export const testPacket = (parts: PacketParts = packetParts()): Buffer =>
  zipBytes(packetFiles(parts));
