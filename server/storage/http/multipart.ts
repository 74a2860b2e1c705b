import { invalidRequest } from '../storage-error.ts';

export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /** Lent chunks, to be read to their end before the next part is asked for. */
  readonly bytes: AsyncIterable<Buffer>;
}

const HEADER_LIMIT_BYTES = 16 * 1024;
const PART_LIMIT = 100;
const HEADER_END = Buffer.from('\r\n\r\n');

/** The parts of a multipart/form-data body one after the other, none of them held in memory. */
export class MultipartReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  #memory = Buffer.alloc(0);
  /** The part of the memory not read yet. A line break of our own, since the first delimiter has none before it. */
  #buffer: Buffer = Buffer.from('\r\n');
  #parts = 0;

  constructor(source: AsyncIterable<Buffer>, boundary: string) {
    this.#source = source[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  async next(): Promise<FormPart | undefined> {
    if (this.#parts === 0) for await (const _preamble of this.#untilDelimiter());
    if (++this.#parts > PART_LIMIT) throw invalidRequest('Too many parts in the form');
    while (this.#buffer.length < 2) await this.#fill();
    if (this.#buffer.subarray(0, 2).toString() === '--') return undefined;
    const headers = await this.#readHeaders();
    const disposition = headers.get('content-disposition') ?? '';
    return {
      name: parameterOf(disposition, 'name') ?? '',
      filename: parameterOf(disposition, 'filename'),
      contentType: headers.get('content-type'),
      bytes: this.#untilDelimiter(),
    };
  }

  async *#untilDelimiter(): AsyncGenerator<Buffer> {
    // The last bytes may be the beginning of a delimiter that ends in the next chunk.
    const kept = this.#delimiter.length - 1;
    for (;;) {
      const end = this.#buffer.indexOf(this.#delimiter);
      if (end >= 0) {
        const last = this.#buffer.subarray(0, end);
        this.#buffer = this.#buffer.subarray(end + this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      if (this.#buffer.length > kept) {
        const safe = this.#buffer.subarray(0, this.#buffer.length - kept);
        this.#buffer = this.#buffer.subarray(this.#buffer.length - kept);
        yield safe;
      }
      await this.#fill();
    }
  }

  async #readHeaders(): Promise<Map<string, string>> {
    for (;;) {
      const end = this.#buffer.indexOf(HEADER_END);
      if (end >= 0) {
        const text = this.#buffer.subarray(0, end).toString();
        this.#buffer = this.#buffer.subarray(end + HEADER_END.length);
        return parseHeaders(text);
      }
      if (this.#buffer.length > HEADER_LIMIT_BYTES) throw invalidRequest('Form headers too long');
      await this.#fill();
    }
  }

  /** What is left moves to the front, and the next chunk, which is only lent, is copied behind it. */
  async #fill(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw invalidRequest('Unexpected end of form');
    const left = this.#buffer.length;
    const needed = left + value.length;
    const memory = needed > this.#memory.length ? Buffer.allocUnsafeSlow(needed * 2) : this.#memory;
    this.#buffer.copy(memory);
    value.copy(memory, left);
    this.#memory = memory;
    this.#buffer = memory.subarray(0, needed);
  }
}

export function boundaryOf(contentType: string): string {
  const boundary = parameterOf(contentType, 'boundary');
  if (!boundary) throw invalidRequest('Multipart: Boundary not found');
  return boundary;
}

function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0)
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function parameterOf(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  // Browsers write a quote or line break inside a name percent-encoded.
  return (match?.[1] ?? match?.[2])?.replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
