import type { X509Certificate } from 'node:crypto';
import { type Authority, serialNumber } from './authority.ts';
import { createKeyPair, SIGNING_ALGORITHM, toPem } from './key-pair.ts';
import type { KeyAndCertificate } from './pem-file.ts';

interface Names {
  readonly dns: readonly string[];
  readonly ips: readonly string[];
}

const DAY_MS = 24 * 3600 * 1000;
/** Apple's systems refuse a server's certificate that is valid for longer than 398 days. */
const LIFE_MS = 396 * DAY_MS;

/** A server certificate for these names, signed by the authority. */
export async function createLeaf(
  authority: Authority,
  { dns, ips }: Names,
  now = new Date(),
): Promise<KeyAndCertificate> {
  const x509 = await import('@peculiar/x509');
  const keys = await createKeyPair();
  const issuer = new x509.X509Certificate(authority.certificate.raw);
  const end = Math.min(now.getTime() + LIFE_MS, authority.certificate.validToDate.getTime());
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: [{ CN: ['Chalkline server'] }],
      issuer: issuer.subjectName,
      // Phones whose clock is behind accept it, too.
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(end),
      publicKey: keys.publicKey,
      signingKey: authority.keys.privateKey,
      signingAlgorithm: SIGNING_ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([
          ...dns.map((value) => ({ type: 'dns', value }) as const),
          ...ips.map((value) => ({ type: 'ip', value }) as const),
        ]),
        await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey, false, crypto),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}

/** Whether a certificate still serves: signed by this authority, for all names, not near its end. */
export function isLeafCurrent(
  certificate: X509Certificate,
  authority: Authority,
  { dns, ips }: Names,
  now = new Date(),
): boolean {
  const { validFromDate, validToDate } = certificate;
  const life = validToDate.getTime() - validFromDate.getTime();
  return (
    certificate.verify(authority.certificate.publicKey) &&
    validFromDate <= now &&
    now.getTime() < validToDate.getTime() - life / 3 &&
    dns.every((name) => certificate.checkHost(name) !== undefined) &&
    ips.every((address) => certificate.checkIP(address) !== undefined)
  );
}
