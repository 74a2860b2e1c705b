import { createHash, type Hash } from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import { readAll, readArchive } from './archive-reader.ts';
import {
  MANIFEST_NAME,
  type Manifest,
  pieceName,
  SECRETS_NAME,
  storedFileName,
} from './manifest.ts';

/** Reads the whole file and compares every table and stored file with what the manifest promises. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const hashes = new Map<string, Hash>();
  const pieces = new Set<string>();
  let manifest: Manifest | undefined;
  for await (const { name, content } of readArchive(file)) {
    if (name === MANIFEST_NAME) {
      manifest = JSON.parse((await readAll(content)).toString()) as Manifest;
      continue;
    }
    pieces.add(name);
    const subject = name.startsWith('tables/') ? name.slice(0, name.lastIndexOf('/')) : name;
    const hash = hashes.get(subject) ?? createHash('sha256');
    hashes.set(subject, hash);
    for await (const chunk of content) hash.update(chunk as Buffer);
  }
  if (!manifest) throw new StartupError(`${file} is incomplete: its manifest is missing.`);
  if (!pieces.has(SECRETS_NAME)) throw damaged(file, SECRETS_NAME);
  for (const table of manifest.tables) {
    const subject = `tables/${table.schema}.${table.name}`;
    const complete = Array.from({ length: table.pieces }, (_, piece) =>
      pieceName(table, piece),
    ).every((piece) => pieces.has(piece));
    if (!complete || digest(hashes, subject) !== table.sha256) throw damaged(file, subject);
  }
  for (const stored of manifest.files) {
    const subject = storedFileName(stored.path);
    if (digest(hashes, subject) !== stored.sha256) throw damaged(file, subject);
  }
  return manifest;
}

function digest(hashes: ReadonlyMap<string, Hash>, subject: string): string {
  return (hashes.get(subject)?.copy() ?? createHash('sha256')).digest('hex');
}

function damaged(file: string, subject: string): StartupError {
  return new StartupError(`${file} is damaged at ${subject}. Use another backup.`);
}
