import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entries } from './entries.ts';
import { imageOf } from './image.ts';
import { type Descriptor, writeOciLayout } from './oci-layout.ts';

const BUILT_AT = new Date('2026-05-01T12:00:00Z');
const text = (content: string, isProgram = false) => ({ text: content, isProgram });
const debian: Entries = new Map([['lib/libc.so.6', text('libc')]]);
const archiveFor = (platform: string): Entries =>
  new Map([
    ['bin/chalkline', text('#!/bin/sh', true)],
    ['runtime/bin/node', text(`node for ${platform}`, true)],
    ['node_modules/pg/index.js', text('pg')],
    ['server/start.ts', text('start')],
  ]);

let folder: string;
const writeTo = (name: string) =>
  writeOciLayout(
    path.join(folder, name),
    ['amd64', 'arm64'].map((platform) => imageOf(platform, debian, archiveFor(platform))),
    {
      version: '1.0.0',
      builtAt: BUILT_AT,
      labels: { 'org.opencontainers.image.version': '1.0.0' },
    },
  );
const blob = (digest: string): Buffer =>
  readFileSync(path.join(folder, 'oci/blobs', digest.replace(':', '/')));
const json = <T>(content: Buffer): T => JSON.parse(content.toString()) as T;
const sha256 = (content: Buffer): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

interface Manifest {
  readonly schemaVersion: number;
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}
interface Config {
  readonly architecture: string;
  readonly os: string;
  readonly created: string;
  readonly config: { readonly Env: readonly string[] };
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
  readonly history: readonly object[];
}
interface Index {
  readonly schemaVersion: number;
  readonly mediaType?: string;
  readonly manifests: readonly Descriptor[];
}

const seen = new Set<string>();
/** The blob of a descriptor of this type, after digest and size were found right. */
function follow(descriptor: Descriptor | undefined, mediaType: string): Buffer {
  expect(descriptor?.mediaType).toBe(`application/vnd.oci.image.${mediaType}`);
  const { digest, size } = descriptor as Descriptor;
  expect(digest).toMatch(/^sha256:[a-f0-9]{64}$/);
  const content = blob(digest);
  expect(sha256(content)).toBe(digest);
  expect(content.length).toBe(size);
  seen.add(digest.replace('sha256:', ''));
  return content;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'chalkline-oci-'));
  await writeTo('oci');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the layout is what the image specification says, from the index to the last layer', () => {
  const read = (name: string): Buffer => readFileSync(path.join(folder, 'oci', name));
  expect(json(read('oci-layout'))).toEqual({ imageLayoutVersion: '1.0.0' });
  const top = json<Index>(read('index.json'));
  expect(top.schemaVersion).toBe(2);
  expect(top.manifests).toHaveLength(1);
  expect(top.manifests[0]?.annotations).toEqual({ 'org.opencontainers.image.ref.name': '1.0.0' });
  const index = json<Index>(follow(top.manifests[0], 'index.v1+json'));
  expect(index).toMatchObject({ schemaVersion: 2, mediaType: top.manifests[0]?.mediaType });
  expect(index.manifests.map(({ platform }) => platform)).toEqual([
    { architecture: 'amd64', os: 'linux' },
    { architecture: 'arm64', os: 'linux' },
  ]);
  for (const descriptor of index.manifests) {
    const manifest = json<Manifest>(follow(descriptor, 'manifest.v1+json'));
    expect(manifest).toMatchObject({ schemaVersion: 2, mediaType: descriptor.mediaType });
    const config = json<Config>(follow(manifest.config, 'config.v1+json'));
    expect({ architecture: config.architecture, os: config.os }).toEqual(descriptor.platform);
    expect(config.created).toBe('2026-05-01T12:00:00.000Z');
    for (const variable of config.config.Env) expect(variable).toMatch(/^[A-Z_]+=/);
    expect(config.rootfs.type).toBe('layers');
    const unpacked = manifest.layers.map((layer) => gunzipSync(follow(layer, 'layer.v1.tar+gzip')));
    expect(config.rootfs.diff_ids).toEqual(unpacked.map(sha256));
    expect(config.history).toHaveLength(unpacked.length);
  }
  const blobs = readdirSync(path.join(folder, 'oci/blobs/sha256'));
  expect(blobs.sort()).toEqual([...seen].sort());
  expect(readdirSync(path.join(folder, 'oci')).sort()).toEqual([
    'blobs',
    'index.json',
    'oci-layout',
  ]);
});

test('an update of the program alone changes the last layer alone; both platforms share it', async () => {
  const layersOf = (name: string): string[][] => {
    const file = (digest: string) => path.join(folder, name, 'blobs', digest.replace(':', '/'));
    const of = (content: string) => json<Index & Manifest>(readFileSync(content));
    const top = of(path.join(folder, name, 'index.json'));
    return of(file(top.manifests[0]?.digest ?? '')).manifests.map(({ digest }) =>
      of(file(digest)).layers.map((layer) => layer.digest),
    );
  };
  const [amd64 = [], arm64 = []] = layersOf('oci');
  expect(amd64).toHaveLength(3);
  expect([amd64[0], amd64[2]]).toEqual([arm64[0], arm64[2]]);
  expect(amd64[1]).not.toBe(arm64[1]);
  const newer = new Map([...archiveFor('amd64'), ['server/start.ts', text('newer')]] as const);
  const about = { version: '1.0.1', builtAt: new Date('2026-06-01T12:00:00Z'), labels: {} };
  await writeOciLayout(path.join(folder, 'newer'), [imageOf('amd64', debian, newer)], about);
  const [after = []] = layersOf('newer');
  expect(after.slice(0, 2)).toEqual(amd64.slice(0, 2));
  expect(after[2]).not.toBe(amd64[2]);
});

test.skipIf(process.platform !== 'linux')('the program is root’s, the data is the user’s', () => {
  const files = readdirSync(path.join(folder, 'oci/blobs/sha256'))
    .map((name) => path.join(folder, 'oci/blobs/sha256', name))
    .filter((file) =>
      readFileSync(file)
        .subarray(0, 2)
        .equals(Buffer.from([0x1f, 0x8b])),
    )
    .filter((file) => statSync(file).size > 0);
  const lines = files.flatMap((file) =>
    execFileSync('tar', ['-tvzf', file, '--numeric-owner'], { encoding: 'utf8' })
      .trim()
      .split('\n'),
  );
  const modes = Object.fromEntries(
    lines.map((line) => {
      const [mode = '', owner = '', , , , name = ''] = line.split(/\s+/);
      return [name, `${mode} ${owner}`];
    }),
  );
  expect(modes).toMatchObject({
    'data/': 'drwx------ 10001/10001',
    'tmp/': 'drwxrwxrwt 0/0',
    'app/bin/chalkline': '-rwxr-xr-x 0/0',
    'app/server/start.ts': '-rw-r--r-- 0/0',
    'bin/sh': 'lrwxrwxrwx 0/0',
  });
});
