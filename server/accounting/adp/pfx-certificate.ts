import type { X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { CertificateError, checkDates } from './client-certificate.ts';

interface PfxCertificate {
  readonly pfx: Buffer;
  readonly passphrase: string;
}

/**
 * A PKCS#12 file (.p12, .pfx) with its password, checked. Node opens it for connections and hands the private key
 * to nobody, so it is stored as the file it is.
 */
export function readPfxCertificate(
  base64: string,
  passphrase: string,
  now = new Date(),
): PfxCertificate {
  const pfx = Buffer.from(base64, 'base64');
  const certificate = certificateIn(open(pfx, passphrase));
  if (!certificate) throw new CertificateError('pfx_unreadable');
  checkDates(new Date(certificate.validFrom), new Date(certificate.validTo), now);
  return { pfx, passphrase };
}

function open(pfx: Buffer, passphrase: string): SecureContext {
  try {
    return createSecureContext({ pfx, passphrase });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (/mac verify/.test(message)) throw new CertificateError('pfx_password', { cause });
    // Encryption of the nineties (RC2), which OpenSSL has left behind.
    if (code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION') {
      throw new CertificateError('pfx_old', { cause });
    }
    if (/private key/i.test(message)) throw new CertificateError('pfx_no_key', { cause });
    throw new CertificateError('pfx_unreadable', { cause });
  }
}

/** A connection that goes nowhere knows the certificate it would show. */
function certificateIn(secureContext: SecureContext): X509Certificate | undefined {
  const nowhere = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const socket = new TLSSocket(nowhere, { isServer: true, secureContext });
  try {
    return socket.getX509Certificate();
  } finally {
    socket.destroy();
  }
}
