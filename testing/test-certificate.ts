import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600_000;

interface Wanted {
  readonly names: readonly string[];
  /** From now; negative for one that has expired. */
  readonly days?: number;
  readonly startsInDays?: number;
}

export interface TestAuthority {
  /** PEM, for a client to trust. */
  readonly cert: string;
  issue(wanted: Wanted): Promise<{ readonly cert: string; readonly key: string }>;
}

/** An authority that nobody knows, and certificates of it. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const keys = await newKeys();
  const name = 'O=Test Authority, CN=Test Root';
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    ...validity(30, -2),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign),
    ],
  });
  return {
    cert: authority.toString('pem'),
    async issue({ names, days = 10, startsInDays = -1 }) {
      const own = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: name,
        ...validity(days, Math.min(startsInDays, days - 1)),
        signingAlgorithm: ALGORITHM,
        signingKey: keys.privateKey,
        publicKey: own.publicKey,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const),
          ),
        ],
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey);
      return {
        cert: certificate.toString('pem'),
        key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
      };
    },
  };
}

type Keys = x509.X509CertificateCreateSelfSignedParams['keys'];

async function newKeys(): Promise<Keys> {
  return (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as Keys;
}

function validity(days: number, startsInDays: number) {
  const at = (offset: number) => new Date(Date.now() + offset * DAY_MS);
  return { notBefore: at(startsInDays), notAfter: at(days) };
}
