import { readSignedText } from '../canonical-json.ts';
import {
  FORMATS,
  isPacketFileName,
  PACKET_FILES,
  type PacketFileLine,
  type PacketManifest,
} from '../packet-format.ts';
import type { PacketContents } from './packet-contents.ts';
import { Mismatch, type Tally } from './problem.ts';
import { countOf, type Fields, fieldsOf, hashOf, textOf, textsOf } from './read-values.ts';

const TEXTS = ['packet_id', 'start_date', 'end_date', 'made_at', 'made_by', 'origin'];
const KINDS: readonly unknown[] = ['claim', 'project', 'record'];
const UNLISTED: readonly string[] = [PACKET_FILES.manifest, PACKET_FILES.manifestSignature];

function isLine(value: unknown, before: string): value is PacketFileLine {
  const line = fieldsOf(value);
  const name = textOf(line?.['name']);
  if (name === null || !isPacketFileName(name) || UNLISTED.includes(name)) return false;
  // In order, and so none twice.
  return name > before && countOf(line?.['bytes']) !== null && hashOf(line?.['sha256']) !== null;
}

function isManifest(value: Fields | null): boolean {
  if (value?.['format'] !== FORMATS.packet || !KINDS.includes(value['kind'])) return false;
  if (!textsOf(value, TEXTS) || !textsOf(fieldsOf(value['company']), ['id', 'name'])) return false;
  if (!textsOf(fieldsOf(value['subject']), ['name']) || !Array.isArray(value['files']))
    return false;
  let before = '';
  return value['files'].every((line) => {
    const fits = isLine(line, before);
    if (fits) before = line.name;
    return fits;
  });
}

export async function readManifest(packet: PacketContents): Promise<PacketManifest> {
  const file = PACKET_FILES.manifest;
  const text = await packet.text(file);
  const value = text === null ? null : readSignedText(text);
  if (!isManifest(value)) throw new Mismatch('manifest', { file });
  return value as unknown as PacketManifest;
}

/** Each file is listed, there and as listed, and nothing else is there. */
export function checkFiles(packet: PacketContents, manifest: PacketManifest, tally: Tally): void {
  const listed = new Map(manifest.files.map((line) => [line.name, line]));
  for (const name of packet.files.keys()) {
    if (!listed.has(name) && !UNLISTED.includes(name)) tally.fail('file_added', { file: name });
  }
  for (const name of listed.keys()) {
    if (!packet.files.has(name)) tally.fail('file_missing', { file: name });
  }
  for (const [name, { entry, sha256, checksumFits }] of packet.files) {
    const line = listed.get(name);
    if (line && (line.bytes !== entry.size || line.sha256 !== sha256)) {
      tally.fail('file_changed', { file: name, expected: line.sha256, found: sha256 });
    } else if (!checksumFits) {
      tally.fail('checksum', { file: name });
    } else if (line) {
      tally.fits += 1;
    }
  }
}
