import { canonicalJson, type Json } from '../canonical-json.ts';
import {
  DATA_FOLDER,
  type DataPart,
  FORMATS,
  PACKET_FILES,
  type PacketManifest,
  type Signed,
} from '../packet-format.ts';
import { type KnownKeys, readSigned, readSignedBy } from './check-keys.ts';
import type { PacketContents } from './packet-contents.ts';
import { Mismatch, type Tally } from './problem.ts';
import { fieldsOf, hashOf, parseJson, textOf } from './read-values.ts';

/** `{"key_id","signature","text"}` as canonical JSON, so that no byte of it can be another. */
async function readSignatureFile(packet: PacketContents, file: string): Promise<Signed | null> {
  const text = (await packet.text(file)) ?? '';
  const signed = readSigned(parseJson(text));
  return signed && canonicalJson({ ...signed } as Json) === text ? signed : null;
}

/** The text of a signature file about this packet; ends the check where it is none. */
async function readText(
  packet: PacketContents,
  { keys, manifest, file }: { keys: KnownKeys; manifest: PacketManifest; file: string },
) {
  const isData = file === PACKET_FILES.dataSignature;
  const signed = await readSignatureFile(packet, file);
  const said = readSignedBy(keys, signed, isData ? FORMATS.packetData : FORMATS.packetSignature);
  if (
    !signed ||
    said?.['packet_id'] !== manifest.packet_id ||
    said['company_id'] !== manifest.company.id
  )
    throw new Mismatch(isData ? 'data_signature' : 'packet_signature', { file });
  return { said, keyId: signed.key_id };
}

/** The signature over the manifest: by which key, and when. */
export async function checkPacketSignature(
  packet: PacketContents,
  keys: KnownKeys,
  manifest: PacketManifest,
): Promise<{ keyId: string; signedAt: string | null }> {
  const file = PACKET_FILES.manifestSignature;
  const { said, keyId } = await readText(packet, { keys, manifest, file });
  if (said['manifest_sha256'] !== packet.files.get(PACKET_FILES.manifest)?.sha256)
    throw new Mismatch('packet_signature', { file });
  return { keyId, signedAt: textOf(said['signed_at']) };
}

function readParts(value: unknown): DataPart[] | null {
  if (!Array.isArray(value)) return null;
  const parts = value.map((part) => {
    const name = textOf(fieldsOf(part)?.['name']);
    const sha256 = hashOf(fieldsOf(part)?.['sha256']);
    return name !== null && sha256 !== null ? { name, sha256 } : null;
  });
  return parts.every((part) => part !== null) ? parts : null;
}

/** What the database handed out is here as it was; the names of those files. */
export async function checkDataParts(
  packet: PacketContents,
  { keys, manifest, tally }: { keys: KnownKeys; manifest: PacketManifest; tally: Tally },
): Promise<{ keyId: string; parts: ReadonlySet<string> }> {
  const file = PACKET_FILES.dataSignature;
  const { said, keyId } = await readText(packet, { keys, manifest, file });
  const parts = readParts(said['parts']);
  if (!parts) throw new Mismatch('data_signature', { file });
  for (const { name, sha256 } of parts) {
    const found = packet.files.get(name)?.sha256;
    if (found === sha256) tally.fits += 1;
    else tally.fail('data_part', { file: name, expected: sha256, ...(found && { found }) });
  }
  const names = new Set(parts.map(({ name }) => name));
  for (const name of packet.files.keys()) {
    if (name.startsWith(DATA_FOLDER) && !names.has(name)) tally.fail('data_part', { file: name });
  }
  return { keyId, parts: names };
}
