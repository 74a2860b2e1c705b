import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { QueueFullError, Semaphore } from '../../concurrency/semaphore.ts';
import { partOf } from '../../team/team.ts';
import type { FileStore } from '../files/file-store.ts';
import { essenceOf } from '../objects/content-type.ts';
import type { ObjectRow } from '../objects/objects.ts';
import { invalidRequest, objectNotFound, StorageError } from '../storage-error.ts';
import { ImageCache } from './image-cache.ts';
import { describeTransform, type Transform } from './transform-options.ts';

export interface RenderedImage {
  readonly file: string;
  readonly contentType: string;
  readonly etag: string;
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const SOURCE_LIMIT_BYTES = 25 * 1024 * 1024;
/** A few kilobytes can claim to be a picture that fills all memory. */
const PIXEL_LIMIT = 50_000_000;
const CACHE_LIMIT_BYTES = 512 * 1024 * 1024;
const AT_ONCE = 2;
const MAX_WAITING = 100;
const DEFAULT_QUALITY = 80;
/** Drawn by others' programs are only flat pictures: an SVG is a document and stays as it is. */
const SOURCES: Readonly<Record<string, Format>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  tiff: 'jpeg',
};

/** Resizes pictures when they are asked for, and remembers the result. */
export class ImageRenderer {
  readonly #files: FileStore;
  readonly #cache: ImageCache;
  readonly #semaphore: Semaphore;
  readonly #underWay = new Map<string, Promise<RenderedImage>>();

  constructor(files: FileStore, directory: string, team: { readonly size: number }) {
    this.#files = files;
    this.#semaphore = new Semaphore(partOf(AT_ONCE, team), MAX_WAITING);
    this.#cache = new ImageCache(path.join(directory, 'image-cache'), CACHE_LIMIT_BYTES);
  }

  /** Several requests for the same picture wait for one rendering. */
  render(object: ObjectRow, transform: Transform, accept: string): Promise<RenderedImage> {
    const wanted = transform.format ?? acceptedFormat(accept);
    const key = createHash('sha256')
      .update(`${object.version}\n${describeTransform(transform)}\n${wanted}`)
      .digest('hex');
    const running = this.#underWay.get(key);
    if (running) return running;
    const rendering = this.#find(key, object, transform, wanted).finally(() =>
      this.#underWay.delete(key),
    );
    this.#underWay.set(key, rendering);
    return rendering;
  }

  async #find(key: string, object: ObjectRow, transform: Transform, wanted: string) {
    const cached = await this.#cache.find(key);
    const found =
      cached ??
      (await this.#semaphore
        .run(() => this.#make(key, object, transform, wanted))
        .catch(asRefusal));
    const extension = path.extname(found).slice(1);
    return { file: found, contentType: `image/${extension}`, etag: `"${key.slice(0, 40)}"` };
  }

  async #make(
    key: string,
    object: ObjectRow,
    transform: Transform,
    wanted: string,
  ): Promise<string> {
    const source = await this.#readSource(object);
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const image = sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' });
    try {
      const { format: own = '' } = await image.metadata();
      const format = wanted === 'origin' ? SOURCES[own] : (wanted as Format);
      if (!SOURCES[own] || !format)
        throw invalidRequest('The source image format is not supported');
      const bytes = await encode(
        resize(image.autoOrient(), transform),
        format,
        transform,
      ).toBuffer();
      return await this.#cache.keep(`${key}.${format}`, bytes);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw invalidRequest('The source is not an image that can be resized', error);
    }
  }

  async #readSource(object: ObjectRow): Promise<Buffer> {
    if (Number(object.metadata?.size ?? 0) > SOURCE_LIMIT_BYTES) {
      throw invalidRequest('The source image is too large to be resized');
    }
    const stream = await this.#files.read(object.version ?? '');
    if (!stream) throw objectNotFound();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  /** Forgets every rendering; they are made anew when asked for. */
  clear(): Promise<void> {
    return this.#cache.clear();
  }
}

/** Decoding pictures is expensive, so only so many may wait for it. */
function asRefusal(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error;
  throw new StorageError({
    statusCode: 503,
    error: 'SlowDown',
    message: 'Too many images are being resized. Please try again.',
  });
}

function resize(image: Sharp, { width, height, resize: mode }: Transform): Sharp {
  if (width === undefined && height === undefined) return image;
  return image.resize({
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    fit: mode === 'contain' ? 'inside' : (mode ?? 'cover'),
    withoutEnlargement: mode === 'contain',
  });
}

function encode(image: Sharp, format: Format, transform: Transform): Sharp {
  const quality = transform.quality ?? DEFAULT_QUALITY;
  switch (format) {
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    case 'avif':
      return image.avif({ quality: Math.round(quality * 0.7), effort: 2 });
    case 'webp':
      return image.webp({ quality });
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: false });
  }
}

/** Only what the browser names outright: everything says it takes anything. */
function acceptedFormat(accept: string): 'avif' | 'webp' | 'origin' {
  const types = accept.split(',').map(essenceOf);
  if (types.includes('image/avif')) return 'avif';
  return types.includes('image/webp') ? 'webp' : 'origin';
}
