import { type S3Credentials, sha256, signS3Request } from './s3-signature.ts';

export interface S3Options extends S3Credentials {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** What every key begins with, empty or ending in a slash. */
  readonly prefix: string;
}

interface Call {
  readonly method: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

const EMPTY_HASH = sha256('');
const ATTEMPTS = 3;

export class S3Error extends Error {
  readonly status: number;

  constructor(call: Call, status: number, answer: string) {
    super(`S3 answered ${status} to ${call.method} ${call.key ?? ''}: ${answer.slice(0, 500)}`);
    this.status = status;
  }
}

/** The few calls of the S3 protocol that files need, path-style, against any compatible store. */
export class S3Client {
  readonly #options: S3Options;

  constructor(options: S3Options) {
    this.#options = options;
  }

  /** Throws S3Error for anything but success, after a few attempts where trying again may help. */
  async call(call: Call): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(call).catch((error: Error) => error);
      if (response instanceof Response && response.ok) return response;
      const retriable = !(response instanceof Response) || response.status >= 500;
      if (retriable && attempt < ATTEMPTS) {
        if (response instanceof Response) await response.body?.cancel();
        await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** attempt));
        continue;
      }
      if (response instanceof Error) throw response;
      throw new S3Error(call, response.status, await response.text());
    }
  }

  /** A listing of the store, of keys that begin with ours (and with `key`, when given). */
  async list(query: Readonly<Record<string, string>>, key = ''): Promise<string> {
    const prefix = this.#options.prefix + key;
    const response = await this.call({ method: 'GET', query: { ...query, prefix } });
    return response.text();
  }

  /** Within the store, so the bytes do not travel. */
  async copy(source: string, target: string): Promise<void> {
    const { bucket, prefix } = this.#options;
    const copySource = encodeURI(`/${bucket}/${prefix}${source}`);
    const headers = { 'x-amz-copy-source': copySource };
    const response = await this.call({ method: 'PUT', key: target, headers });
    const answer = await response.text();
    if (answer.includes('<Error>')) throw new Error(`S3 did not copy an object: ${answer}`);
  }

  #send({ method, key, query = {}, headers = {}, body }: Call): Promise<Response> {
    const { endpoint, bucket, prefix } = this.#options;
    const url = new URL(`/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = signS3Request(this.#options, {
      method,
      url,
      headers,
      payloadHash: body === undefined ? EMPTY_HASH : sha256(Buffer.from(body)),
      now: new Date(),
    });
    // fetch sets the host itself and refuses to be told.
    const { host: _, ...sent } = signed;
    return fetch(url, {
      method,
      headers: sent,
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
  }
}

/** `https://KEY:SECRET@host/bucket/prefix?region=eu-central-1` */
export function parseS3Url(text: string): S3Options {
  const url = new URL(text);
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean);
  if (!bucket || !url.username || !url.password) {
    throw new Error('S3_URL takes an address like https://KEY:SECRET@s3.example.com/bucket');
  }
  return {
    endpoint: url.origin,
    bucket: decodeURIComponent(bucket),
    prefix: prefix.map((part) => `${decodeURIComponent(part)}/`).join(''),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
}
