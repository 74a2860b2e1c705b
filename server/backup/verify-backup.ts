import { createHash } from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import { readAll, readSubjects } from './archive-reader.ts';
import {
  AUTHORITY_NAME,
  MANIFEST_NAME,
  type Manifest,
  SECRETS_NAME,
  storedFileName,
  tableSubject,
} from './manifest.ts';

/** Below the folder of stored files, and nowhere else. */
const STORED_FILE = /^objects(\/[\w-][\w.-]*)+$/;
const NOTHING = createHash('sha256').digest('hex');

/** Reads the whole file and compares every table and stored file with what the manifest promises. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const digests = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { name, content } of readSubjects(file)) {
    if (name === MANIFEST_NAME) {
      manifest = JSON.parse((await readAll(content)).toString()) as Manifest;
      continue;
    }
    const hash = createHash('sha256');
    for await (const chunk of content) hash.update(chunk as Buffer);
    digests.set(name, hash.digest('hex'));
  }
  if (!manifest) throw new StartupError(`${file} is incomplete: its manifest is missing.`);
  if (!digests.has(SECRETS_NAME)) throw damaged(file, SECRETS_NAME);
  refuseUnnamed(file, manifest, digests.keys());
  for (const table of manifest.tables) {
    const subject = tableSubject(table);
    if ((digests.get(subject) ?? NOTHING) !== table.sha256) throw damaged(file, subject);
  }
  for (const stored of manifest.files) {
    const subject = storedFileName(stored.path);
    if (digests.get(subject) !== stored.sha256) throw damaged(file, subject);
  }
  return manifest;
}

/** What the manifest does not name was never compared; a name that leads out of the folder is of nobody honest. */
function refuseUnnamed(file: string, manifest: Manifest, found: Iterable<string>): void {
  const named = new Set([SECRETS_NAME, AUTHORITY_NAME, ...manifest.tables.map(tableSubject)]);
  for (const { path } of manifest.files) {
    if (!STORED_FILE.test(path)) throw damaged(file, storedFileName(path));
    named.add(storedFileName(path));
  }
  for (const name of found) if (!named.has(name)) throw damaged(file, name);
}

/** Names the first part of the archive that is not what the manifest says. */
export class DamagedBackupError extends StartupError {
  readonly subject: string;

  constructor(file: string, subject: string) {
    super(`${file} is damaged at ${subject}. Use another backup.`);
    this.subject = subject;
  }
}

function damaged(file: string, subject: string): DamagedBackupError {
  return new DamagedBackupError(file, subject);
}
