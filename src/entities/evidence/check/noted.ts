import { DATA_FOLDER } from '../packet-format.ts';
import type { PacketContents } from './packet-contents.ts';
import { type Fields, fieldsOf, hashOf, textOf } from './read-values.ts';

/** Originals of the packet, which the data name with their hashes. */
export const ORIGINAL = /^(photos|documents)\//;
/** A list of the data: every answer somebody gave under a timesheet. */
const SIGNATURES = 'timesheet_signatures';

/** What the data of a packet, which the database signed, say about its other files. */
export interface Noted {
  readonly hashes: Set<string>;
  /** Null: its hash is not known. */
  readonly originals: Map<string, string | null>;
  readonly signatures: Map<string, Fields>;
}

function collect(value: unknown, noted: Noted): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, noted);
    return;
  }
  const fields = fieldsOf(value);
  if (!fields) return;
  const sha256 = hashOf(fields['sha256']);
  const file = textOf(fields['file']);
  if (sha256) noted.hashes.add(sha256);
  if (file && ORIGINAL.test(file)) noted.originals.set(file, sha256);
  const signatures = fields[SIGNATURES];
  for (const item of Array.isArray(signatures) ? signatures : []) {
    const id = textOf(fieldsOf(item)?.['id']);
    if (id) noted.signatures.set(id, item as Fields);
  }
  for (const member of Object.values(fields)) collect(member, noted);
}

export async function readNoted(packet: PacketContents): Promise<Noted> {
  const noted: Noted = { hashes: new Set(), originals: new Map(), signatures: new Map() };
  for (const name of packet.files.keys()) {
    if (name.startsWith(DATA_FOLDER) && name.endsWith('.json'))
      collect(await packet.json(name), noted);
  }
  return noted;
}
