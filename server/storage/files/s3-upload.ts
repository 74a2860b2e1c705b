import { inBlocks } from './blocks.ts';
import type { ReceivedBytes } from './file-store.ts';
import { ByteCounter } from './received-bytes.ts';
import type { S3Client } from './s3-client.ts';
import { textOf } from './s3-xml.ts';

/** S3 takes parts of at least 5 MiB and at most 10,000 of them: 16 MiB allows 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;

/** One object: a single request when it fits in a part, else a multipart upload completed at the end. */
export class S3Upload {
  readonly #client: S3Client;
  readonly #key: string;
  #uploadId: string | undefined;
  readonly #tags: string[] = [];

  constructor(client: S3Client, key: string) {
    this.#client = client;
    this.#key = key;
  }

  async receive(body: AsyncIterable<Buffer>, limitBytes: number): Promise<ReceivedBytes> {
    const counter = new ByteCounter(limitBytes);
    try {
      await this.#sendAll(body, counter);
    } catch (error) {
      await this.#abort().catch(() => undefined);
      throw error;
    }
    return counter.finish();
  }

  async #sendAll(body: AsyncIterable<Buffer>, counter: ByteCounter): Promise<void> {
    // One part is held back until it is known whether another follows: a single one needs no parts.
    let last: Buffer = Buffer.alloc(0);
    for await (const part of inBlocks(body, PART_BYTES)) {
      counter.add(part);
      if (last.length > 0) await this.#sendPart(last);
      last = part;
    }
    if (this.#uploadId === undefined) {
      await this.#client.call({ method: 'PUT', key: this.#key, body: last });
      return;
    }
    await this.#sendPart(last);
    await this.#complete(this.#uploadId);
  }

  async #sendPart(body: Buffer): Promise<void> {
    this.#uploadId ??= await this.#start();
    const partNumber = String(this.#tags.length + 1);
    const { headers } = await this.#client.call({
      method: 'PUT',
      key: this.#key,
      query: { partNumber, uploadId: this.#uploadId },
      body,
    });
    this.#tags.push(headers.get('etag') ?? '');
  }

  async #start(): Promise<string> {
    const response = await this.#client.call({
      method: 'POST',
      key: this.#key,
      query: { uploads: '' },
    });
    const uploadId = textOf(await response.text(), 'UploadId');
    if (!uploadId) throw new Error('S3 began a multipart upload without naming it');
    return uploadId;
  }

  async #complete(uploadId: string): Promise<void> {
    const parts = this.#tags
      .map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      .join('');
    const response = await this.#client.call({
      method: 'POST',
      key: this.#key,
      query: { uploadId },
      body: `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`,
    });
    // S3 may begin a 200 before it knows, and say in the body that it failed.
    const answer = await response.text();
    if (answer.includes('<Error>')) throw new Error(`S3 did not complete an upload: ${answer}`);
  }

  async #abort(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const query = { uploadId: this.#uploadId };
    await this.#client.call({ method: 'DELETE', key: this.#key, query });
  }
}
