import { sign } from 'node:crypto';
import type { PushKey } from '../keys/keys.ts';

/** Push services refuse more than a day. */
const VALID_SECONDS = 12 * 3600;
/** The same token is shown again for a while: push services cache what they have checked. */
const REUSED_SECONDS = 3600;

interface Token {
  readonly value: string;
  readonly reusedUntil: number;
}

/** Says who sends (VAPID, RFC 8292): `subject` is whom the push service may write to. */
export class Vapid {
  readonly #key: PushKey;
  readonly #subject: string;
  readonly #tokens = new Map<string, Token>();

  constructor(key: PushKey, subject: string) {
    this.#key = key;
    this.#subject = subject;
  }

  /** The header `Authorization` for a push service. */
  authorizationFor(origin: string, nowSeconds = Math.floor(Date.now() / 1000)): string {
    const known = this.#tokens.get(origin);
    const token = known && known.reusedUntil > nowSeconds ? known : this.#sign(origin, nowSeconds);
    return `vapid t=${token.value}, k=${this.#key.publicKey}`;
  }

  #sign(origin: string, nowSeconds: number): Token {
    const claims = { aud: origin, exp: nowSeconds + VALID_SECONDS, sub: this.#subject };
    const content = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
    const signature = sign('sha256', Buffer.from(content), {
      key: this.#key.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    const value = `${content}.${signature.toString('base64url')}`;
    const token = { value, reusedUntil: nowSeconds + REUSED_SECONDS };
    // Origins come with subscriptions: whoever invents many must not fill the memory.
    if (this.#tokens.size > 100) this.#tokens.clear();
    this.#tokens.set(origin, token);
    return token;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
