/** Builds frontend messages of the PostgreSQL protocol in one reused buffer: one write per batch. */
export class MessageWriter {
  #buffer = Buffer.allocUnsafe(16_384);
  #length = 0;
  #start = 0;

  begin(type: string): this {
    this.#reserve(5);
    this.#buffer[this.#length] = type.charCodeAt(0);
    this.#start = this.#length + 1;
    this.#length += 5;
    return this;
  }

  end(): this {
    this.#buffer.writeInt32BE(this.#length - this.#start, this.#start);
    return this;
  }

  int16(value: number): this {
    this.#reserve(2);
    this.#length = this.#buffer.writeInt16BE(value, this.#length);
    return this;
  }

  int32(value: number): this {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32BE(value, this.#length);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  cstring(value: string): this {
    this.#reserve(value.length * 3 + 1);
    this.#length += this.#buffer.write(value, this.#length, 'utf8');
    this.#buffer[this.#length++] = 0;
    return this;
  }

  /** A parameter or field: its length, then its bytes; null is the length -1. */
  field(value: string | null): this {
    if (value === null) return this.int32(-1);
    this.#reserve(4 + value.length * 3);
    const written = this.#buffer.write(value, this.#length + 4, 'utf8');
    this.#buffer.writeInt32BE(written, this.#length);
    this.#length += 4 + written;
    return this;
  }

  /** Everything written since the last call, as bytes the socket may keep. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    if (this.#buffer.length > 1_048_576) this.#buffer = Buffer.allocUnsafe(16_384);
    return bytes;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
