import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { generateKeys, type StoredKeys } from '../auth/keys.ts';

/** What the server made up for itself on its first start. */
export interface Secrets {
  readonly databasePassword: string;
  readonly keys: StoredKeys;
}

export async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    keys: await generateKeys(),
  };
  writeSecrets(dataDir, secrets);
  return secrets;
}

/** Written whole or not at all: losing these would lock everyone out. */
export function writeSecrets(dataDir: string, secrets: Secrets): void {
  const file = path.join(dataDir, 'secrets.json');
  const unfinished = `${file}.new`;
  const handle = openSync(unfinished, 'w', 0o600);
  writeSync(handle, JSON.stringify(secrets, null, 2));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
}
