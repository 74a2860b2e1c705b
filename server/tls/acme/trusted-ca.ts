import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupError } from '../../startup-error.ts';

/** ACME_CA: who else the issuer's own certificate may come from. */
export function readTrustedCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch (cause) {
    const message = `ACME_CA=${file} cannot be read as a certificate. Set it to a PEM file that the user who starts the server may read.`;
    throw new StartupError(message, { cause });
  }
}
