import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import type { FuzzRequest } from '../../testing/rest-fuzz/generate-request.ts';

export interface Answer {
  /** 0: there was none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly failure?: string;
}

const TIMEOUT_MS = 120_000;
const MAX_READ = 4 * 1024 * 1024;

/** Connections to the server that are used again, as a browser has them. */
export class Sender {
  readonly #agent: Agent;
  /** What was asked last on a connection: bytes too many are found with the next answer. */
  readonly #lastOn = new WeakMap<Socket, string>();

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Connections that ended without an answer, whose request was answered when it was sent again. */
  lost = 0;

  /** What happens to a connection while it is idle, or on a busy machine, happens once; a fault happens again. */
  async send(given: FuzzRequest, to: string): Promise<Answer> {
    const server = new URL(to);
    const answer = await this.#send(given, server, this.#agent);
    if (answer.failure === undefined) return answer;
    const again = await this.#send(given, server, false);
    if (again.failure === undefined) this.lost++;
    return again;
  }

  #send(
    { method, url, headers, body }: FuzzRequest,
    server: URL,
    agent: Agent | false,
  ): Promise<Answer> {
    return new Promise((resolve) => {
      const bytes = bytesOf(headers['content-type'], body);
      // Without it Node sends the body of a DELETE behind a request that says there is none.
      const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) };
      const begun = performance.now();
      const fail = (message: string) => {
        const failure = `${message} after ${((performance.now() - begun) / 1000).toFixed(0)} s`;
        resolve({ status: 0, headers: {}, body: '', failure });
      };
      const sent = request(
        {
          ...{ agent, host: server.hostname, port: server.port },
          ...{ method, path: printable(url), timeout: TIMEOUT_MS },
          headers: { ...headers, ...length },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size < MAX_READ) chunks.push(chunk);
          });
          response.on('error', (error) => fail(error.message));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      let before: string | undefined;
      sent.on('socket', (socket) => {
        before = this.#lastOn.get(socket);
        this.#lastOn.set(socket, `${method} ${url} ${JSON.stringify(headers)}`);
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      sent.on('error', (error) =>
        fail(
          error.message.startsWith('Parse Error')
            ? `${error.message}, before: ${before}`
            : error.message,
        ),
      );
      sent.end(bytes);
    });
  }
}

/** Bytes of files are written as characters of one byte each. */
function bytesOf(type = '', body?: string): Buffer | undefined {
  if (body === undefined) return undefined;
  return Buffer.from(body, /^(image|application\/o)/.test(type) ? 'latin1' : 'utf8');
}

/** Other characters no HTTP client would send. */
function printable(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
}
