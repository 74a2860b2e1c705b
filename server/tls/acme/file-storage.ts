import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  CertificateStorage,
  IssuedCertificate,
  IssuerAccount,
} from './certificate-storage.ts';
import { reserveRoom, writeAtomically } from './write-atomically.ts';

/** More than any chain with its key. */
const ROOM_BYTES = 32 * 1024;
const ISSUER_LINE = 'Issued by';

/** In a folder of its own, closed to everyone else. Chain and key are one file: they change together. */
export function openFileStorage(directory: string): CertificateStorage {
  const accountsFile = path.join(directory, 'accounts.json');
  const certificateFile = path.join(directory, 'certificate.pem');

  async function readAccounts(): Promise<Record<string, IssuerAccount>> {
    const text = await readIfThere(accountsFile);
    try {
      return JSON.parse(text ?? '{}') as Record<string, IssuerAccount>;
    } catch {
      // Damaged: a new account costs nothing.
      return {};
    }
  }

  return {
    async readAccount(directoryUrl) {
      return (await readAccounts())[directoryUrl];
    },
    async writeAccount(directoryUrl, account) {
      const accounts = { ...(await readAccounts()), [directoryUrl]: account };
      await writeAtomically(accountsFile, JSON.stringify(accounts, null, 2));
    },
    async readCertificate() {
      const text = await readIfThere(certificateFile);
      return text === undefined ? undefined : parseFile(text);
    },
    reserve: () => reserveRoom(certificateFile, ROOM_BYTES),
    async writeCertificate({ directoryUrl, chain, key }) {
      await writeAtomically(certificateFile, `${ISSUER_LINE} ${directoryUrl}\n${key}\n${chain}`);
    },
  };
}

/** A damaged file counts as none: the next certificate replaces it. */
function parseFile(text: string): IssuedCertificate | undefined {
  const [, directoryUrl] = new RegExp(`^${ISSUER_LINE} (\\S+)`).exec(text) ?? [];
  const [key] = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/.exec(
    text,
  ) ?? [undefined];
  const start = text.indexOf('-----BEGIN CERTIFICATE-----');
  if (directoryUrl === undefined || key === undefined || start < 0) return undefined;
  return { directoryUrl, key: `${key}\n`, chain: text.slice(start) };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
