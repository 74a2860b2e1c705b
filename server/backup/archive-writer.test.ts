import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Too much for the buffers on the way, so that the failure comes while it is written. */
const CONTENT = Buffer.from(
  Array.from({ length: 2 ** 20 }, (_, index) => (index * 2654435761) >>> 13),
);

async function reasonFor(file: string): Promise<Error | undefined> {
  const archive = new ArchiveWriter(file);
  try {
    for (let part = 0; part < 20; part++) await archive.add(`part ${part}`, CONTENT);
    await archive.finish();
  } catch {
    return archive.abandon();
  }
  throw new Error('It was written');
}

test.runIf(existsSync('/dev/full'))(
  'a full disk is the reason, not the stream it ended',
  async () => {
    const file = path.join(folder, 'full.tar.zst');
    symlinkSync('/dev/full', `${file}.unfinished`);
    expect(await reasonFor(file)).toMatchObject({ code: 'ENOSPC' });
  },
);

test('so is a place where no file can be', async () => {
  expect(await reasonFor(path.join(folder, 'missing', 'x.tar.zst'))).toMatchObject({
    code: 'ENOENT',
  });
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(await reasonFor(path.join(file, 'x.tar.zst'))).toMatchObject({ code: 'ENOTDIR' });
});

test('what is given up leaves nothing, and its reason is not the stream', async () => {
  const file = path.join(folder, 'given-up.tar.zst');
  const archive = new ArchiveWriter(file);
  await archive.add('part', CONTENT);
  expect(await archive.abandon()).toBeUndefined();
  expect(existsSync(`${file}.unfinished`)).toBe(false);
});
