import { type Noted, ORIGINAL } from './noted.ts';
import type { PacketContents } from './packet-contents.ts';
import type { Tally } from './problem.ts';

/** Originals are those whose hashes the database has. */
export function checkOriginals(
  packet: PacketContents,
  { originals, hashes }: Noted,
  tally: Tally,
): void {
  for (const [file, { sha256 }] of packet.files) {
    if (!ORIGINAL.test(file)) continue;
    const expected = originals.get(file);
    if (expected === null) tally.open += 1;
    else if (expected === undefined ? hashes.has(sha256) : expected === sha256) tally.fits += 1;
    else tally.fail('photo', { file, found: sha256, ...(expected && { expected }) });
  }
  for (const [file, expected] of originals) {
    if (!packet.files.has(file)) tally.fail('photo', { file, ...(expected && { expected }) });
  }
}
