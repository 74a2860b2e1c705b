import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A private key and its certificate in one file, so that no crash leaves one without the other. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/;
const CERTIFICATES = /(?:-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?)+/;

/** Null where there is no such file; throws for one without a key or a certificate. */
export async function readPemFile(file: string): Promise<KeyAndCertificate | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [key, cert] = [KEY.exec(text)?.[0], CERTIFICATES.exec(text)?.[0]];
  if (key === undefined || cert === undefined) throw new Error(`${file} is damaged`);
  return { key, cert };
}

export async function replacePemFile(file: string, pem: KeyAndCertificate): Promise<void> {
  const unfinished = await writeUnfinished(file, pem);
  await rename(unfinished, file);
}

/** False where another process was first: its file stays. */
export async function createPemFile(file: string, pem: KeyAndCertificate): Promise<boolean> {
  const unfinished = await writeUnfinished(file, pem);
  try {
    await link(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeUnfinished(file: string, { key, cert }: KeyAndCertificate): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(key + cert);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return unfinished;
}
