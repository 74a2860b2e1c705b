import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What opens a provider's own APIs; clients get it once, with the session. */
export interface ProviderTokens {
  readonly provider_token: string;
  readonly provider_refresh_token?: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Between answer and exchange they are stored, readable only for who brings the code. */
export function sealTokens(code: string, tokens: ProviderTokens): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(code), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function openTokens(code: string, sealed: string): ProviderTokens {
  const bytes = Buffer.from(sealed, 'base64');
  const start = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(code), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, start));
  const text = Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as ProviderTokens;
}

function keyOf(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'provider tokens', 32));
}
