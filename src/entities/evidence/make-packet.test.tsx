import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { makePacket, type PacketSigner } from '@/entities/evidence/make-packet';
import type { PacketFile } from '@/entities/evidence/packet-writer';

const hash = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const ABOUT = {
  kind: 'claim',
  packet_id: '4f5b9c1e-0d3a-4c8e-9a51-2f2a6f1d7c11',
  company: { id: 'c1', name: 'Ridge Builders' },
  subject: { name: 'Rosa Quintero' },
  start_date: '2026-01-01',
  end_date: '2026-03-31',
  made_at: '2026-04-01T12:00:00.000000Z',
  made_by: 'Ann Owner',
} as const;
const photo = new TextEncoder().encode('the bytes of a photo');
async function* pieces() {
  yield photo.slice(0, 5);
  yield photo.slice(5);
}
const unsigned: PacketSigner = { data: async () => null, manifest: async () => null };

const { fetch } = globalThis;
// Not all globals: tests after this one need what their setup gave them.
afterEach(() => void vi.stubGlobal('fetch', fetch));

async function make(files: PacketFile[], signer = unsigned, signal?: AbortSignal) {
  vi.stubGlobal('fetch', async () => new Response('<html>chalkline-packet/1</html>'));
  const made = await makePacket({
    about: ABOUT,
    files,
    signer,
    readMe: (language, { signed, differences }) =>
      `${language} ${signed ? 'signed' : 'not signed'} ${differences.map(({ name }) => name)}`,
    ...(signal && { signal }),
  });
  const zip = unzipSync(new Uint8Array(await made.file.arrayBuffer()));
  return { made, zip, text: (name: string) => strFromU8(zip[name] ?? new Uint8Array()) };
}

test('every file is in the manifest with the hash of its bytes, and nothing is compressed', async () => {
  const { zip, text, made } = await make([
    { name: 'data/cover.json', content: '{"b": 1, "a": "ñ"}' },
    { name: 'photos/a.jpg', content: pieces(), sha256: hash(photo) },
  ]);
  const manifest = JSON.parse(text('manifest.json'));
  expect(manifest).toMatchObject({ format: 'chalkline-packet/1', kind: 'claim' });
  expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(
    Object.keys(zip)
      .filter((name) => name !== 'manifest.json')
      .sort(),
  );
  for (const { name, bytes, sha256 } of manifest.files)
    expect([bytes, sha256]).toEqual([zip[name]?.length, hash(zip[name] ?? '')]);
  expect(text('data/cover.json')).toBe('{"b": 1, "a": "ñ"}');
  expect(made.manifestSha256).toBe(hash(text('manifest.json')));
  expect(Object.keys(zip)).toContain('verify.html');
});

test('a packet nobody signed says so; a photo that is not what was recorded is named', async () => {
  const { made, zip, text } = await make([
    { name: 'photos/a.jpg', content: pieces(), sha256: hash('another photo') },
  ]);
  expect(made.signed).toBe(false);
  expect(made.differences).toEqual([
    { name: 'photos/a.jpg', recorded: hash('another photo'), found: hash(photo) },
  ]);
  expect(text('README.es.txt')).toBe('es not signed photos/a.jpg');
  expect(Object.keys(zip)).not.toContain('manifest.signature.json');
});

test('what the server signed comes last, over the hash of the manifest', async () => {
  const signed = (text: string) => ({ text, signature: 'c2ln', key_id: 'ledger-2026-11' });
  const asked: string[] = [];
  const { made, zip, text } = await make([], {
    data: async () => signed('{"parts":[]}'),
    manifest: async (sha256) => {
      asked.push(sha256);
      return signed(`{"manifest_sha256":"${sha256}"}`);
    },
  });
  expect(made.signed).toBe(true);
  expect(asked).toEqual([hash(text('manifest.json'))]);
  expect(Object.keys(zip).at(-1)).toBe('manifest.signature.json');
  expect(JSON.parse(text('data.signature.json'))).toEqual(signed('{"parts":[]}'));
  await expect(
    make([], { data: async () => signed('{}'), manifest: async () => null }),
  ).rejects.toMatchObject({ code: 'packet_unsigned' });
});

test('what is canceled is not finished', async () => {
  const job = new AbortController();
  async function* endless() {
    yield photo;
    job.abort();
    yield photo;
  }
  await expect(
    make([{ name: 'photos/a.jpg', content: endless() }], unsigned, job.signal),
  ).rejects.toMatchObject({ name: 'AbortError' });
});
