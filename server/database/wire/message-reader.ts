/** `data` from `start` to `end` is the message's body: most of them are never looked at, so none is cut out. */
type OnMessage = (type: number, data: Buffer, start: number, end: number) => void;

/** Cuts the byte stream from PostgreSQL into messages; large ones are joined only once. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 5;
  readonly #onMessage: OnMessage;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    if (this.#size === 0) {
      this.#read(chunk);
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= this.#needed) this.#read(Buffer.concat(this.#chunks, this.#size));
  }

  #read(data: Buffer): void {
    let offset = 0;
    this.#needed = 5;
    while (data.length - offset >= 5) {
      const end = offset + 1 + data.readInt32BE(offset + 1);
      if (end > data.length) {
        this.#needed = end - offset;
        break;
      }
      this.#onMessage(data[offset] as number, data, offset + 5, end);
      offset = end;
    }
    this.#size = data.length - offset;
    this.#chunks = this.#size > 0 ? [data.subarray(offset)] : [];
  }
}

/** Fields of a DataRow, left as PostgreSQL's text. */
export function readDataRow(data: Buffer, start: number): (Buffer | null)[] {
  const count = data.readInt16BE(start);
  const fields = new Array<Buffer | null>(count);
  let offset = start + 2;
  for (let index = 0; index < count; index++) {
    const length = data.readInt32BE(offset);
    offset += 4;
    if (length < 0) {
      fields[index] = null;
    } else {
      fields[index] = data.subarray(offset, offset + length);
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
