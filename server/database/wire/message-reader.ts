/** Cuts the byte stream from PostgreSQL into messages; large ones are joined only once. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 5;
  readonly #onMessage: (type: number, body: Buffer) => void;

  constructor(onMessage: (type: number, body: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return;

    const data = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size);
    let offset = 0;
    this.#needed = 5;
    while (data.length - offset >= 5) {
      const end = offset + 1 + data.readInt32BE(offset + 1);
      if (end > data.length) {
        this.#needed = end - offset;
        break;
      }
      this.#onMessage(data[offset] as number, data.subarray(offset + 5, end));
      offset = end;
    }
    const rest = data.subarray(offset);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }
}

/** Fields of a DataRow, left as PostgreSQL's text. */
export function readDataRow(body: Buffer): (Buffer | null)[] {
  const count = body.readInt16BE(0);
  const fields = new Array<Buffer | null>(count);
  let offset = 2;
  for (let index = 0; index < count; index++) {
    const length = body.readInt32BE(offset);
    offset += 4;
    if (length < 0) {
      fields[index] = null;
    } else {
      fields[index] = body.subarray(offset, offset + length);
      offset += length;
    }
  }
  return fields;
}

/** The field letters of an ErrorResponse or NoticeResponse with their texts. */
export function readErrorFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  let offset = 0;
  while (offset < body.length && body[offset] !== 0) {
    const end = body.indexOf(0, offset + 1);
    fields.set(String.fromCharCode(body[offset] as number), body.toString('utf8', offset + 1, end));
    offset = end + 1;
  }
  return fields;
}

export function readCString(body: Buffer, offset = 0): string {
  return body.toString('utf8', offset, body.indexOf(0, offset));
}
