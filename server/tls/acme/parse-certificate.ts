import { X509Certificate } from 'node:crypto';
import type { Certificate } from '../certificate.ts';
import { namesOf } from '../certificate-names.ts';
import type { IssuedCertificate } from './certificate-storage.ts';

/** Undefined where it cannot be read. */
export function parseCertificate({ chain, key }: IssuedCertificate): Certificate | undefined {
  try {
    const parsed = new X509Certificate(chain);
    return {
      cert: chain,
      key,
      notBefore: new Date(parsed.validFrom),
      notAfter: new Date(parsed.validTo),
      names: namesOf(parsed),
      issuer: issuerName(parsed.issuer),
    };
  } catch {
    return undefined;
  }
}

/** The organization, which people know, else the name of the authority. */
function issuerName(distinguishedName: string): string {
  const [, organization] = /^O=(.+)$/m.exec(distinguishedName) ?? [];
  const [, commonName] = /^CN=(.+)$/m.exec(distinguishedName) ?? [];
  return organization ?? commonName ?? distinguishedName;
}
