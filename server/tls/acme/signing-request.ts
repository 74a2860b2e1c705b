import { createHash } from 'node:crypto';
import { createKeyPair, SIGNING_ALGORITHM, toPem } from '../lan/key-pair.ts';

const ACME_IDENTIFIER_OID = '1.3.6.1.5.5.7.1.31';
const OCTET_STRING = 0x04;
const HOUR_MS = 3600_000;

/** A new key, and the request for a certificate of it (PKCS #10, DER). */
export async function createSigningRequest(
  names: readonly string[],
): Promise<{ readonly key: string; readonly csr: Buffer }> {
  const x509 = await import('@peculiar/x509');
  const keys = await createKeyPair();
  const csr = await x509.Pkcs10CertificateRequestGenerator.create(
    {
      keys,
      signingAlgorithm: SIGNING_ALGORITHM,
      extensions: [
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: 'dns', value }) as const),
        ),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), csr: Buffer.from(csr.rawData) };
}

/** The certificate for TLS-ALPN-01 (RFC 8737), with the answer inside. */
export async function createChallengeCertificate({
  name,
  keyAuthorization,
}: {
  readonly name: string;
  readonly keyAuthorization: string;
}): Promise<{ readonly cert: string; readonly key: string }> {
  const x509 = await import('@peculiar/x509');
  const keys = await createKeyPair();
  const digest = createHash('sha256').update(keyAuthorization).digest();
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [name] }],
      notBefore: new Date(now - HOUR_MS),
      notAfter: new Date(now + HOUR_MS),
      keys,
      signingAlgorithm: SIGNING_ALGORITHM,
      extensions: [
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
        new x509.Extension(
          ACME_IDENTIFIER_OID,
          true,
          Buffer.concat([Buffer.from([OCTET_STRING, digest.length]), digest]),
        ),
      ],
    },
    crypto,
  );
  return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) };
}
