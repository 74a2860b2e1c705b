import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Entries } from './entries.ts';
import { packArchive } from './pack.ts';

/** Of files in layers, so that one that did not change since the version before is the same layer. */
const ALWAYS = new Date(0);
const MEDIA = 'application/vnd.oci.image';

/** As https://github.com/opencontainers/image-spec/blob/v1.1.0/descriptor.md has it. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Image {
  /** As Go names it: amd64, arm64. */
  readonly architecture: string;
  /** The lowest first, each with what it is. */
  readonly layers: readonly { readonly what: string; readonly entries: Entries }[];
  /** Env, User, Entrypoint and so on. */
  readonly config: object;
}

interface About {
  readonly version: string;
  readonly builtAt: Date;
  readonly labels: Readonly<Record<string, string>>;
}

/** An image of several platforms as a folder, which skopeo, podman and crane copy to a registry. */
export async function writeOciLayout(
  folder: string,
  images: readonly Image[],
  about: About,
): Promise<void> {
  mkdirSync(path.join(folder, 'blobs', 'sha256'), { recursive: true });
  const manifests: Descriptor[] = [];
  for (const image of images) manifests.push(await writeImage(folder, image, about));
  const index = writeJson(folder, `${MEDIA}.index.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests,
  });
  const annotations = { 'org.opencontainers.image.ref.name': about.version };
  writeFileSync(
    path.join(folder, 'index.json'),
    JSON.stringify({ schemaVersion: 2, manifests: [{ ...index, annotations }] }),
  );
  writeFileSync(path.join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
}

async function writeImage(folder: string, image: Image, about: About): Promise<Descriptor> {
  const created = about.builtAt.toISOString();
  const platform = { architecture: image.architecture, os: 'linux' };
  const layers: Descriptor[] = [];
  const diffIds: string[] = [];
  for (const { entries } of image.layers) {
    const temporary = path.join(folder, 'layer');
    const packed = await packArchive(temporary, entries, { modifiedAt: ALWAYS });
    renameSync(temporary, path.join(folder, 'blobs', 'sha256', packed.sha256));
    diffIds.push(`sha256:${packed.tarSha256}`);
    layers.push({
      mediaType: `${MEDIA}.layer.v1.tar+gzip`,
      digest: `sha256:${packed.sha256}`,
      size: packed.bytes,
    });
  }
  const config = writeJson(folder, `${MEDIA}.config.v1+json`, {
    created,
    ...platform,
    config: { ...image.config, Labels: about.labels },
    rootfs: { type: 'layers', diff_ids: diffIds },
    history: image.layers.map(({ what }) => ({ created, created_by: what })),
  });
  const manifest = writeJson(folder, `${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config,
    layers,
    annotations: about.labels,
  });
  return { ...manifest, platform };
}

function writeJson(folder: string, mediaType: string, content: object): Descriptor {
  const text = JSON.stringify(content);
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(path.join(folder, 'blobs', 'sha256', sha256), text);
  return { mediaType, digest: `sha256:${sha256}`, size: Buffer.byteLength(text) };
}
