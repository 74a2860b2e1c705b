import { randomBytes, X509Certificate } from 'node:crypto';
import path from 'node:path';
import { createKeyPair, fromPem, type KeyPair, SIGNING_ALGORITHM, toPem } from './key-pair.ts';
import { isBareNameSafe } from './local-names.ts';
import { NAME_CONSTRAINTS_OID, nameConstraints } from './name-constraints.ts';
import { createPemFile, readPemFile } from './pem-file.ts';

/** The authority of this installation, which devices trust once it is installed on them. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly keys: KeyPair;
  /** The host name that is permitted without `.local`, if any. */
  readonly bareName: string | null;
}

const DAY_MS = 24 * 3600 * 1000;
const LIFE_MS = 3652 * DAY_MS;
const BARE_NAME_IN_SUBJECT = /^OU=(.+)$/m;

export function authorityFile(dataDir: string): string {
  return path.join(dataDir, 'tls', 'lan', 'authority.pem');
}

/** The public part alone, for whoever installs it. */
export async function readAuthorityCertificate(dataDir: string): Promise<X509Certificate | null> {
  const pem = await readPemFile(authorityFile(dataDir));
  return pem && new X509Certificate(pem.cert);
}

/** Reads the authority, or makes it on the first start. Several processes get the same one. */
export async function openAuthority(
  dataDir: string,
  host: string | null,
  now = new Date(),
): Promise<Authority> {
  const file = authorityFile(dataDir);
  const stored = await readPemFile(file);
  if (stored) return read(stored.key, stored.cert, now);
  const created = await createAuthority(host, now);
  await createPemFile(file, created);
  const first = await readPemFile(file);
  const { key, cert } = first ?? created;
  return read(key, cert, now);
}

async function read(key: string, cert: string, now: Date): Promise<Authority> {
  const certificate = new X509Certificate(cert);
  // Not replaced by itself: the clock may be wrong, and every device would need the new one.
  if (certificate.validToDate <= now) throw new AuthorityExpired(certificate.validToDate);
  return {
    certificate,
    keys: await fromPem(key),
    bareName: BARE_NAME_IN_SUBJECT.exec(certificate.subject)?.[1] ?? null,
  };
}

export class AuthorityExpired extends Error {
  constructor(end: Date) {
    super(`The authority ended on ${end.toISOString().slice(0, 10)}`);
  }
}

async function createAuthority(host: string | null, now: Date) {
  const x509 = await import('@peculiar/x509');
  const keys = await createKeyPair();
  const bareName = host !== null && isBareNameSafe(host) ? host : null;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: [
        { CN: [`Chalkline ${host ?? 'local network'}`] },
        ...(bareName === null ? [] : [{ OU: [bareName] }]),
      ],
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(now.getTime() + LIFE_MS),
      keys,
      signingAlgorithm: SIGNING_ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
          true,
        ),
        // On a computer that trusts it for everything it is good for web servers alone.
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.Extension(
          NAME_CONSTRAINTS_OID,
          true,
          nameConstraints(['local', 'localhost', ...(bareName === null ? [] : [bareName])]),
        ),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}

/** Positive, and never the same: browsers refuse two certificates of one issuer that share it. */
export function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
