import { X509Certificate } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Certificate, CertificateSource } from '../certificate.ts';
import { namesOf } from '../certificate-names.ts';
import { AuthorityExpired, authorityFile, openAuthority } from './authority.ts';
import { createLeaf, isLeafCurrent } from './leaf-certificate.ts';
import { certificateNames, type LocalNames, localNames } from './local-names.ts';
import { type KeyAndCertificate, readPemFile, replacePemFile } from './pem-file.ts';

const CHECK_MS = 60_000;

interface Surroundings {
  readonly names: () => LocalNames;
  readonly now: () => Date;
}

export interface LanSource extends CertificateSource {
  /** Makes the certificate anew if the addresses have changed or its end is near. */
  check(): Promise<void>;
}

/**
 * Certificates of the installation's own authority for the addresses of this machine. Every process
 * that listens may open one: what is stored is used by all, and whoever finds it outdated renews it.
 */
export async function openLanSource(
  { dataDir }: Pick<Config, 'dataDir'>,
  warn: (problem: string) => void = () => undefined,
  { names, now }: Surroundings = { names: localNames, now: () => new Date() },
): Promise<LanSource> {
  const listeners = new Set<(certificate: Certificate) => void>();
  let current: Certificate | null = null;
  let problem: string | null = null;
  let nextTryAt: Date | null = null;
  let checking: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    try {
      const stored = await storedLeaf(dataDir, names(), now());
      problem = null;
      nextTryAt = null;
      if (stored.cert === current?.cert) return;
      const certificate = describe(stored);
      current = certificate;
      for (const listener of listeners) listener(certificate);
    } catch (error) {
      const found = explain(error, dataDir);
      // Once, not every minute.
      if (found !== problem) warn(found);
      problem = found;
      nextTryAt = new Date(now().getTime() + CHECK_MS);
    }
  }
  const check = (): Promise<void> => {
    checking = checking.then(refresh);
    return checking;
  };

  await check();
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return {
    check,
    current: () => current,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    status: () => ({ mode: 'lan', certificate: current, problem, nextTryAt }),
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** The stored certificate where it still serves, else a new one. */
async function storedLeaf(
  dataDir: string,
  local: LocalNames,
  now: Date,
): Promise<KeyAndCertificate> {
  const authority = await openAuthority(dataDir, local.host, now);
  const names = certificateNames(local, local.host === authority.bareName);
  const file = path.join(dataDir, 'tls', 'lan', 'server.pem');
  // Whatever is wrong with the stored one, a new one is made in its place.
  const stored = await readPemFile(file).catch(() => null);
  if (stored && isLeafCurrent(new X509Certificate(stored.cert), authority, names, now)) {
    return stored;
  }
  const created = await createLeaf(authority, names, now);
  await replacePemFile(file, created);
  return created;
}

function describe({ cert, key }: KeyAndCertificate): Certificate {
  const parsed = new X509Certificate(cert);
  return {
    cert,
    key,
    notBefore: parsed.validFromDate,
    notAfter: parsed.validToDate,
    names: namesOf(parsed),
    issuer: /^CN=(.+)$/m.exec(parsed.issuer)?.[1] ?? parsed.issuer,
  };
}

function explain(error: unknown, dataDir: string): string {
  const file = authorityFile(dataDir);
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof AuthorityExpired) {
    return `${message}. Check the clock of this machine; if it is right, remove ${file}, restart and install the new authority on every device.`;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The certificate for the local network cannot be stored in ${path.dirname(file)}: the disk is full. Free some space; it is tried again every minute.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path.dirname(file)} cannot be read or written. Give the data directory to the user who starts the server: chown -R USER ${dataDir}`;
  }
  return `The authority for the local network cannot be used (${message}). Restore ${file} from a backup, or remove it, restart and install the new authority on every device.`;
}
