import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, MultipartReader } from './multipart.ts';

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: Buffer;
}

function encode(parts: readonly Part[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/png`
      }\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** In pieces whose memory is overwritten as soon as the next is asked for, as bodies are lent. */
async function* lend(body: Buffer, sizes: readonly number[]) {
  let at = 0;
  let turn = 0;
  while (at < body.length) {
    const size = sizes[turn++ % sizes.length] ?? 1;
    const chunk = Buffer.from(body.subarray(at, at + size));
    at += size;
    yield chunk;
    chunk.fill(120);
  }
}

async function decode(body: Buffer, boundary: string, sizes: readonly number[]): Promise<Part[]> {
  const reader = new MultipartReader(lend(body, sizes), boundary);
  const parts: Part[] = [];
  for (;;) {
    const part = await reader.next();
    if (!part) return parts;
    const chunks: Buffer[] = [];
    for await (const chunk of part.bytes) chunks.push(Buffer.from(chunk));
    const { name, filename } = part;
    const content = Buffer.concat(chunks);
    parts.push({ name, content, ...(filename !== undefined && { filename }) });
  }
}

test('parts come out as they went in, however the body is cut', async () => {
  const boundary = 'X-cut';
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    // What almost looks like a delimiter.
    fc.constantFrom('', '\r\n', '\r\n--', '\r\n--X-cu', '--X-cut', '\r\n\r\n').map(Buffer.from),
  );
  const part = fc.record(
    { name: fc.constantFrom('', 'cacheControl', 'file'), filename: fc.constant('a.png'), content },
    { requiredKeys: ['name', 'content'] },
  ) as fc.Arbitrary<Part>;
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      async (parts, sizes) => {
        expect(await decode(encode(parts, boundary), boundary, sizes)).toEqual(parts);
      },
    ),
  );
});

test('a form cut short is refused', async () => {
  const body = encode([{ name: '', filename: 'a', content: Buffer.from('content') }], 'b');
  for (const length of [0, 10, 60, body.length - 8]) {
    await expect(decode(body.subarray(0, length), 'b', [50])).rejects.toThrow(
      'Unexpected end of form',
    );
  }
});

test('the boundary is taken from the header, quoted or not', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(() => boundaryOf('multipart/form-data')).toThrow('Boundary not found');
});
