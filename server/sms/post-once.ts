import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface Posted {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
}

/** The request never left: the gateway knows nothing of it. */
export class NotSentError extends Error {}
/** The request, or a part of it, was on its way. */
export class UnknownOutcomeError extends Error {}

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts on a connection of its own: one that was used before may be closing, and then nobody could say
 * whether the request arrived. Nothing is followed or repeated.
 */
export function postOnce({ url, headers, body, timeoutMs }: Request): Promise<Posted> {
  const address = new URL(url);
  const isTls = address.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (cause: unknown) => {
      const { message } = cause as Error;
      const Failure = isConnected ? UnknownOutcomeError : NotSentError;
      reject(new Failure(message || (cause as { code?: string }).code, { cause }));
    };
    const options = {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
    };
    const request = (isTls ? tlsRequest : plainRequest)(address, options, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_ANSWER_BYTES) response.destroy(new Error('The answer is too long'));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfterSeconds: secondsOf(response.headers['retry-after']),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('error', fail);
    request.end(body);
  });
}

function secondsOf(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) : undefined;
}
