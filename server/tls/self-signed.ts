import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const VALID_MS = 7 * 24 * 3600_000;

/**
 * What a listener answers with before it has a certificate: browsers warn of it, but the server runs,
 * and an issuer that checks it by HTTPS gets through.
 */
export async function selfSignedCertificate(
  names: readonly string[],
): Promise<{ readonly cert: string; readonly key: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Chalkline without a certificate',
    notBefore: new Date(Date.now() - VALID_MS),
    notAfter: new Date(Date.now() + VALID_MS),
    signingAlgorithm: ALGORITHM,
    keys: keys as x509.X509CertificateCreateSelfSignedParams['keys'],
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
      ),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    cert: certificate.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}
