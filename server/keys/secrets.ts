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
import { StartupError } from '../startup-error.ts';
import { generateKeys, type StoredKeys, withLaterKeys } from './keys.ts';

/** What the server made up for itself on its first start. */
export interface Secrets {
  readonly databasePassword: string;
  readonly keys: StoredKeys;
}

export async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  if (existsSync(file)) return parse(file);
  const secrets: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    keys: await generateKeys(),
  };
  writeSecrets(dataDir, secrets);
  return secrets;
}

/** For the process that has the data directory to itself: keys that this version added are made. */
export async function completeSecrets(dataDir: string): Promise<Secrets> {
  const secrets = await readSecrets(dataDir);
  const keys = await withLaterKeys(secrets.keys);
  if (keys === secrets.keys) return secrets;
  const complete = { ...secrets, keys };
  writeSecrets(dataDir, complete);
  return complete;
}

function parse(file: string): Secrets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (cause) {
    const remedy =
      cause instanceof SyntaxError
        ? 'It is damaged: take it from a backup.'
        : `Give the whole folder to the user who starts the server: chown -R USER ${path.dirname(file)}`;
    throw new StartupError(`${file} cannot be read. ${remedy}`, { cause });
  }
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
