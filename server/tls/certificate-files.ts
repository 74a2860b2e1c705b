import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartupError } from '../startup-error.ts';
import type { Certificate } from './certificate.ts';
import { belongsTo, parseCertificate } from './parse-certificate.ts';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads both files; whatever is wrong with them is one line that says what to do. */
export function readCertificateFiles({ certFile, keyFile }: CertificateFiles): Certificate {
  const cert = readText('TLS_CERT', certFile);
  const key = readText('TLS_KEY', keyFile);
  const privateKey = parseKey(keyFile, key);
  const certificate = parse(certFile, cert, key);
  if (!belongsTo(cert, privateKey)) {
    throw new StartupError(
      `TLS_KEY=${keyFile} is not the key of TLS_CERT=${certFile}. Set both to files of the same certificate.`,
    );
  }
  refuseOutOfDate(certFile, certificate);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartupError(
      `TLS_CERT=${certFile} cannot be used (${(error as Error).message}). Get a certificate with an RSA key of 2048 bits or more, or an ECDSA key.`,
      { cause: error },
    );
  }
  return certificate;
}

/** Changes when a file is written, renamed over, or its symbolic link leads elsewhere. */
export function versionOfFiles({ certFile, keyFile }: CertificateFiles): string {
  return [certFile, keyFile]
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : 'none';
    })
    .join(' ');
}

function refuseOutOfDate(file: string, { notBefore, notAfter }: Certificate): void {
  const now = Date.now();
  if (notAfter.getTime() < now) {
    throw new StartupError(
      `TLS_CERT=${file} expired on ${day(notAfter)}. Renew it, or check this machine's clock (it says ${day(new Date())}).`,
    );
  }
  if (notBefore.getTime() > now) {
    throw new StartupError(
      `TLS_CERT=${file} is not valid before ${day(notBefore)}. Check this machine's clock (it says ${day(new Date())}).`,
    );
  }
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what =
      code === 'ENOENT'
        ? 'does not exist. Set it to a file in PEM format.'
        : code === 'EACCES'
          ? 'may not be read by this user. Give the user who starts the server the right to read it.'
          : `cannot be read (${code}). Set it to a file in PEM format.`;
    throw new StartupError(`${name}=${file} ${what}`, { cause: error });
  }
}

function parseKey(file: string, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    if (/ENCRYPTED/.test(text)) {
      throw new StartupError(
        `TLS_KEY=${file} is protected by a passphrase. Write it without one: openssl pkey -in ${file} -out key.pem`,
        { cause: error },
      );
    }
    const isSwapped = text.includes('BEGIN CERTIFICATE') && !text.includes('PRIVATE KEY');
    const hint = isSwapped
      ? 'holds a certificate. TLS_CERT and TLS_KEY may be swapped.'
      : 'holds no private key in PEM format. Set it to the key of the certificate.';
    throw new StartupError(`TLS_KEY=${file} ${hint}`, { cause: error });
  }
}

function parse(file: string, cert: string, key: string): Certificate {
  try {
    return parseCertificate(cert, key);
  } catch (error) {
    throw new StartupError(
      `TLS_CERT=${file} holds no certificate in PEM format. Set it to the full chain, the server's own certificate first.`,
      { cause: error },
    );
  }
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);
