import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { TransactionOptions } from '../../database/request-transaction.ts';
import { bind, type RequestValues } from '../query/bind.ts';
import type { Execution } from './execution.ts';
import { type RestResponse, readOutcome, respond } from './rest-response.ts';

const chunkBytes = 64 * 1024;

/**
 * Rows as they come. The first chunk is held back: an error in it is still an error answer, and a
 * result that fits into it is sent whole, with its exact range.
 */
export function streamCsv(
  execution: Execution,
  header: string,
  options: TransactionOptions,
  values: RequestValues,
): Promise<RestResponse> {
  const { query } = execution.requestQuery;
  return new Promise((resolve, reject) => {
    let output: PassThrough | undefined;
    execution.requests
      .transaction(execution.caller, options, async (transaction) => {
        const counted = query.beside && (await transaction.query(bind(query.beside, values)));
        const answer = (count: number) => {
          const outcome = readOutcome(
            [{ columns: query.besideColumns, row: counted?.rows[0] }],
            count,
          );
          return respond(execution.request, query, outcome, execution.profile);
        };
        const lines = new Lines(header);
        for await (const [line] of transaction.stream(bind(query.main, values))) {
          lines.add(line ?? null);
          if (lines.bytes < chunkBytes) continue;
          if (output === undefined) {
            output = new PassThrough();
            resolve(streamed(answer(lines.count), output));
          }
          if (!output.write(lines.take()))
            await once(output, 'drain', { signal: abortSignal(execution.signal) });
        }
        if (output !== undefined) output.end(lines.take());
        else resolve({ ...answer(lines.count), body: lines.take() });
      })
      .catch((error: Error) => {
        reject(error);
        output?.destroy(error);
      });
  });
}

function abortSignal(cancellation: Cancellation): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (cancellation.aborted) abort();
  else cancellation.addEventListener('abort', abort);
  return controller.signal;
}

/** How many rows there will be is not known yet when the first are sent. */
function streamed(response: RestResponse, body: PassThrough): RestResponse {
  const total = String(response.headers['content-range'] ?? '').split('/')[1] ?? '*';
  return { ...response, headers: { ...response.headers, 'content-range': `*/${total}` }, body };
}

const lineBreak = Buffer.from('\n');

class Lines {
  #pieces: Buffer[];
  bytes: number;
  count = 0;

  constructor(header: string) {
    const line = Buffer.from(`${header}\n`);
    this.#pieces = [line];
    this.bytes = line.length;
  }

  add(line: Buffer | null): void {
    if (this.count > 0) this.#push(lineBreak);
    this.count++;
    if (line !== null) this.#push(line);
  }

  /** Copied out of the connection's buffer, which is reused for the rows that follow. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#pieces, this.bytes);
    this.#pieces = [];
    this.bytes = 0;
    return bytes;
  }

  #push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.bytes += piece.length;
  }
}
