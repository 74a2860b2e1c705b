import { createHash } from 'node:crypto';
import { readAll, readArchive } from '../server/backup/archive-reader.ts';
import { ArchiveWriter } from '../server/backup/archive-writer.ts';
import { MANIFEST_NAME, type Manifest, tableSubject } from '../server/backup/manifest.ts';

interface Tampering {
  /** Of a part of the archive: `tables/public.time_entries`, `storage/…`. */
  readonly subject: string;
  readonly change: (content: string) => string;
  /** Whether the manifest is made to fit, as whoever knows the format would. */
  readonly reseal?: boolean;
}

/** Copies a backup with an entry more, and what its manifest says of it. */
export async function addToBackup(
  file: string,
  target: string,
  added: { name: string; bytes: Buffer },
  changeManifest: (manifest: Manifest, sha256: string) => Manifest,
): Promise<void> {
  const archive = new ArchiveWriter(target);
  const sha256 = createHash('sha256').update(added.bytes).digest('hex');
  for await (const { name, content } of readArchive(file)) {
    let bytes = await readAll(content);
    if (name === MANIFEST_NAME) {
      await archive.add(added.name, added.bytes);
      const manifest = JSON.parse(bytes.toString()) as Manifest;
      bytes = Buffer.from(JSON.stringify(changeManifest(manifest, sha256)));
    }
    await archive.add(name, bytes);
  }
  await archive.finish();
}

/** Copies a backup with one part changed. A table that is changed lies in one piece. */
export async function tamperBackup(
  file: string,
  target: string,
  { subject, change, reseal = false }: Tampering,
): Promise<void> {
  const archive = new ArchiveWriter(target);
  let sha256: string | undefined;
  for await (const { name, content } of readArchive(file)) {
    let bytes = await readAll(content);
    if (name.startsWith(subject)) {
      bytes = Buffer.from(change(bytes.toString()));
      sha256 = createHash('sha256').update(bytes).digest('hex');
    } else if (name === MANIFEST_NAME && reseal) {
      const manifest = JSON.parse(bytes.toString()) as Manifest;
      const tables = manifest.tables.map((table) =>
        tableSubject(table) === subject && sha256 ? { ...table, sha256 } : table,
      );
      bytes = Buffer.from(JSON.stringify({ ...manifest, tables }));
    }
    await archive.add(name, bytes);
  }
  if (!sha256) throw new Error(`${file} holds no ${subject}`);
  await archive.finish();
}
