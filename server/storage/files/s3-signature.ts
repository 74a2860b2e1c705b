import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Hex SHA-256 of the body, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
  readonly now: Date;
}

const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** AWS Signature Version 4: the headers to send, `authorization` among them. */
export function signS3Request(
  credentials: S3Credentials,
  request: SignedRequest,
): Record<string, string> {
  const timestamp = request.now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const date = timestamp.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.payloadHash,
    'x-amz-date': timestamp,
  };
  const names = Object.keys(headers).sort();
  const signedNames = names.join(';');
  const canonical = [
    request.method,
    canonicalPath(request.url.pathname),
    canonicalQuery(request.url.searchParams),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    signedNames,
    request.payloadHash,
  ].join('\n');
  const scope = `${date}/${credentials.region}/${SERVICE}/aws4_request`;
  const text = [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(credentials, date), text).toString('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
  };
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function signingKey({ secretAccessKey, region }: S3Credentials, date: string): Buffer {
  const dateKey = hmac(`AWS4${secretAccessKey}`, date);
  return hmac(hmac(hmac(dateKey, region), SERVICE), 'aws4_request');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function canonicalPath(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => encodeStrictly(decodeURIComponent(segment)))
    .join('/');
}

function canonicalQuery(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&');
}

/** RFC 3986, as AWS wants it: encodeURIComponent leaves five characters too many alone. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
