import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals what others entrust to the installation, such as the secrets of a connected system. */
export interface SealKeys {
  /**
   * `context` says whose secret it is (a name and an id): opened with another one, or with one byte
   * changed, it is refused. The database stores the result and can do nothing with it.
   */
  seal(text: string, context: string): string;
  /** Throws a SealError where it was sealed elsewhere, for something else, or was changed. */
  unseal(sealed: string, context: string): string;
}

/** It cannot be opened here: another installation sealed it, or it was meant for something else. */
export class SealError extends Error {}

export interface StoredSealKey {
  readonly id: string;
  /** 32 bytes, base64url. */
  readonly key: string;
  /** When it starts to seal, in Unix seconds: other servers know it by then. */
  readonly seals_from: number;
}

/** Servers look for new keys every minute. */
const ANNOUNCED_SECONDS = 5 * 60;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'sealed1';

export function generateSealKey(sealsFrom = 0): StoredSealKey {
  return {
    id: randomBytes(6).toString('base64url'),
    key: randomBytes(KEY_BYTES).toString('base64url'),
    seals_from: sealsFrom,
  };
}

/** Keys of `SEAL_KEY`, to stand before those that are stored, which go on opening what they sealed. */
export function givenSealKeys(keys: readonly string[]): StoredSealKey[] {
  return keys.map((key) => {
    const hash = createHash('sha256').update(Buffer.from(key, 'base64url'));
    return { id: hash.digest('base64url').slice(0, 8), key, seals_from: 0 };
  });
}

/** Adds a key that seals from now on; those before open what they sealed for as long as it exists. */
export function rotateSealKeys(
  stored: readonly StoredSealKey[],
  nowMs = Date.now(),
): StoredSealKey[] {
  return [generateSealKey(Math.floor(nowMs / 1000) + ANNOUNCED_SECONDS), ...stored];
}

/** AES-256-GCM. `now` in Unix milliseconds. */
export function importSealKeys(stored: readonly StoredSealKey[], now = Date.now): SealKeys {
  const keys = stored.map(({ id, key, seals_from }) => ({
    id,
    bytes: Buffer.from(key, 'base64url'),
    sealsFrom: seals_from,
  }));
  const oldest = keys.at(-1);
  if (!oldest) throw new Error('The stored keys contain no key for sealing');
  return {
    seal(text, context) {
      const { id, bytes } = keys.find(({ sealsFrom }) => sealsFrom <= now() / 1000) ?? oldest;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const content = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
      return [FORMAT, id, content].join('.');
    },
    unseal(sealed, context) {
      const [format, id, content = ''] = sealed.split('.');
      const key = keys.find((each) => each.id === id);
      if (format !== FORMAT || !key) throw new SealError('Sealed with a key that is not here');
      return open(key.bytes, Buffer.from(content, 'base64url'), context);
    },
  };
}

function open(key: Buffer, content: Buffer, context: string): string {
  const start = NONCE_BYTES + TAG_BYTES;
  try {
    const nonce = content.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(content.subarray(NONCE_BYTES, start));
    return Buffer.concat([decipher.update(content.subarray(start)), decipher.final()]).toString();
  } catch (cause) {
    throw new SealError('Changed, or sealed for something else', { cause });
  }
}
