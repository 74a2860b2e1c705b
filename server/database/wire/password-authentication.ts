import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** MD5 challenge of servers that still use it: md5(md5(password + user) + salt). */
export function md5Answer(user: string, password: string, salt: Buffer): string {
  const inner = createHash('md5').update(password).update(user).digest('hex');
  return `md5${createHash('md5').update(inner).update(salt).digest('hex')}`;
}

/** The client's side of SCRAM-SHA-256 (RFC 5802, 7677), without channel binding. */
export class ScramSha256 {
  readonly #password: string;
  readonly #nonce = randomBytes(18).toString('base64');
  #serverSignature: Buffer = Buffer.alloc(0);

  constructor(password: string) {
    this.#password = password;
  }

  first(): string {
    return `n,,n=*,r=${this.#nonce}`;
  }

  /** Answers the server's challenge `r=…,s=…,i=…`. */
  final(challenge: string): string {
    const parts = parseAttributes(challenge);
    const nonce = parts.get('r') ?? '';
    if (!nonce.startsWith(this.#nonce)) throw new Error('SCRAM: the server changed the nonce');
    const iterations = Number(parts.get('i'));
    const salt = Buffer.from(parts.get('s') ?? '', 'base64');

    const salted = pbkdf2Sync(this.#password.normalize('NFKC'), salt, iterations, 32, 'sha256');
    const clientKey = hmac(salted, 'Client Key');
    const storedKey = createHash('sha256').update(clientKey).digest();
    const withoutProof = `c=biws,r=${nonce}`;
    const signed = `n=*,r=${this.#nonce},${challenge},${withoutProof}`;
    const clientSignature = hmac(storedKey, signed);
    const proof = clientKey.map((byte, index) => byte ^ (clientSignature[index] as number));
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), signed);
    return `${withoutProof},p=${Buffer.from(proof).toString('base64')}`;
  }

  /** The server must prove that it knows the password as well. */
  verify(answer: string): void {
    const signature = Buffer.from(parseAttributes(answer).get('v') ?? '', 'base64');
    const matches =
      signature.length === this.#serverSignature.length &&
      timingSafeEqual(signature, this.#serverSignature);
    if (!matches) throw new Error('SCRAM: the server could not prove that it knows the password');
  }
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function parseAttributes(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}
