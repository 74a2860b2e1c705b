import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../../tls/certificate.ts';
import { belongsTo, parseCertificate } from '../../tls/parse-certificate.ts';

/** Why a certificate that was pasted cannot be used: the browser has a text for each. */
export type CertificateProblem =
  | 'no_certificate'
  | 'no_key'
  | 'swapped'
  | 'key_has_passphrase'
  | 'key_of_another'
  | 'expired'
  | 'not_yet_valid'
  | 'unusable'
  | 'pfx_password'
  | 'pfx_old'
  | 'pfx_no_key'
  | 'pfx_unreadable';

export class CertificateError extends Error {
  readonly problem: CertificateProblem;
  constructor(problem: CertificateProblem, options?: ErrorOptions) {
    super(`The client certificate cannot be used: ${problem}`, options);
    this.problem = problem;
  }
}

/** A certificate and its key as ADP gives them out, in PEM, found in whatever text was pasted around them. */
export function readClientCertificate(
  certText: string,
  keyText: string,
  now = new Date(),
): Certificate {
  const cert = blocks(certText, ['CERTIFICATE']).join('\n');
  const [key] = blocks(keyText, KEY_LABELS);
  if (cert === '') {
    throw new CertificateError(/PRIVATE KEY/.test(certText) ? 'swapped' : 'no_certificate');
  }
  if (!key) throw new CertificateError(/CERTIFICATE-/.test(keyText) ? 'swapped' : 'no_key');
  const privateKey = readKey(key);
  const certificate = parse(cert, key);
  if (!belongsTo(cert, privateKey)) throw new CertificateError('key_of_another');
  checkDates(certificate.notBefore, certificate.notAfter, now);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new CertificateError('unusable', { cause });
  }
  return certificate;
}

export function checkDates(notBefore: Date, notAfter: Date, now: Date): void {
  if (notAfter <= now) throw new CertificateError('expired');
  if (notBefore > now) throw new CertificateError('not_yet_valid');
}

const KEY_LABELS = ['', 'RSA ', 'EC ', 'ENCRYPTED '].map((kind) => `${kind}PRIVATE KEY`);

function blocks(text: string, names: readonly string[]): string[] {
  const [, ...parts] = text.replaceAll('\r', '').split('-----BEGIN ');
  return parts.flatMap((part) => {
    const label = part.slice(0, part.indexOf('-----'));
    const end = `-----END ${label}-----`;
    const length = part.indexOf(end);
    return names.includes(label) && length >= 0
      ? [`-----BEGIN ${part.slice(0, length)}${end}`]
      : [];
  });
}

function readKey(key: string): KeyObject {
  if (/ENCRYPTED/.test(key)) throw new CertificateError('key_has_passphrase');
  try {
    return createPrivateKey(key);
  } catch (cause) {
    throw new CertificateError('no_key', { cause });
  }
}

function parse(cert: string, key: string): Certificate {
  try {
    return parseCertificate(cert, key);
  } catch (cause) {
    throw new CertificateError('no_certificate', { cause });
  }
}
