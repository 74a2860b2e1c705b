import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import { namesOf } from './certificate-names.ts';

/** What a certificate says of itself. Throws where the text holds none. */
export function parseCertificate(cert: string, key: string): Certificate {
  const own = new X509Certificate(cert);
  return {
    cert,
    key,
    notBefore: new Date(own.validFrom),
    notAfter: new Date(own.validTo),
    names: namesOf(own),
    issuer: issuerOf(own),
  };
}

export function belongsTo(cert: string, key: string | KeyObject): boolean {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key;
  return new X509Certificate(cert).checkPrivateKey(privateKey);
}

/** The organization, as people know it, before the name of one of its intermediates. */
function issuerOf({ issuer }: X509Certificate): string {
  const fields = new Map(
    issuer.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  return fields.get('O') ?? fields.get('CN') ?? issuer.replaceAll('\n', ', ');
}
