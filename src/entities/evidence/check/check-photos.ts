import { DATA_FOLDER, PHOTO_FOLDER } from '../packet-format.ts';
import type { PacketContents } from './packet-contents.ts';
import type { Tally } from './problem.ts';
import { fieldsOf, hashOf, textOf } from './read-values.ts';

interface Named {
  readonly hashes: Set<string>;
  readonly files: Map<string, string>;
}

/** Every `sha256` in what the database handed out, and the file it belongs to where that is named. */
function collect(value: unknown, named: Named): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, named);
    return;
  }
  const fields = fieldsOf(value);
  if (!fields) return;
  const sha256 = hashOf(fields['sha256']);
  const file = textOf(fields['file']);
  if (sha256) named.hashes.add(sha256);
  if (sha256 && file?.startsWith(PHOTO_FOLDER)) named.files.set(file, sha256);
  for (const member of Object.values(fields)) collect(member, named);
}

/** Originals are those whose hashes the database has. */
export async function checkPhotos(packet: PacketContents, tally: Tally): Promise<void> {
  const photos = [...packet.files].filter(([name]) => name.startsWith(PHOTO_FOLDER));
  const named: Named = { hashes: new Set(), files: new Map() };
  for (const name of packet.files.keys()) {
    if (name.startsWith(DATA_FOLDER) && name.endsWith('.json'))
      collect(await packet.json(name), named);
  }
  for (const [file, { sha256 }] of photos) {
    const expected = named.files.get(file);
    if (expected === undefined ? named.hashes.has(sha256) : expected === sha256) tally.fits += 1;
    else tally.fail('photo', { file, found: sha256, ...(expected && { expected }) });
  }
  for (const [file, expected] of named.files) {
    if (!packet.files.has(file)) tally.fail('photo', { file, expected });
  }
}
