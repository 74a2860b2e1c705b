import type { Bucket } from '../buckets/buckets.ts';
import { mimeTypeRefused } from '../storage-error.ts';

const UNKNOWN = 'application/octet-stream';
const MARKUP =
  /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body|script|svg)/i;

/** Signatures of two letters turn up in any text, and in anything short. */
const MIN_SIGNED_BYTES = 12;
const SIGNED_TEXT = /^(text\/|application\/(pdf|xml|rtf|postscript)$|image\/svg)/;
const BINARY = /[^\t\n\f\r -\xff]/;

/** What the first bytes are, by their own evidence; undefined for plain text and the unknown. */
export async function detectType(head: Buffer): Promise<string | undefined> {
  const text = head.toString('latin1');
  const markup = MARKUP.exec(text.replace(/^\xef\xbb\xbf/, ''));
  if (markup) return markup[1]?.toLowerCase() === 'svg' ? 'image/svg+xml' : 'text/html';
  if (head.length < MIN_SIGNED_BYTES) return undefined;
  // Loaded with the first upload: its formats take ten megabytes that a server at rest can do without.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found || (!BINARY.test(text) && !SIGNED_TEXT.test(found.mime))) return undefined;
  return found.mime;
}

/**
 * The type an object is kept and served with. Content that proves its type wins over what the client
 * said, with one exception: text/plain, which clients send for any raw body and expect back, and
 * which no browser runs.
 */
export function storedType(declared: string | undefined, detected: string | undefined): string {
  const essence = essenceOf(declared ?? '');
  if (essence === '' || essence === UNKNOWN) return detected ?? UNKNOWN;
  if (detected === undefined || essence === 'text/plain' || essence === detected) {
    return declared ?? UNKNOWN;
  }
  return isContainer(detected) ? (declared ?? UNKNOWN) : detected;
}

/** Formats that others are built on (a .docx is a ZIP): no evidence against a closer name. */
function isContainer(type: string): boolean {
  return ['application/zip', 'application/x-cfb', 'application/xml', 'application/gzip'].includes(
    type,
  );
}

/** Refuses what the bucket's list of types leaves out. */
export function checkAllowed(bucket: Bucket, declared: string | undefined): void {
  const list = bucket.allowedMimeTypes;
  if (!list || list.length === 0) return;
  const type = essenceOf(declared ?? UNKNOWN) || UNKNOWN;
  if (!list.some((allowed) => matches(allowed, type))) throw mimeTypeRefused(declared ?? UNKNOWN);
}

/**
 * A false name does not help: content that proves to be of a kind (image, text, …) none of
 * whose types is allowed is refused, whatever it was called.
 */
export function checkDetectedAllowed(bucket: Bucket, detected: string | undefined): void {
  const list = bucket.allowedMimeTypes;
  if (!list || list.length === 0 || detected === undefined || isContainer(detected)) return;
  const kind = detected.split('/', 1)[0];
  const known = list.some((allowed) => {
    const [allowedKind] = essenceOf(allowed).split('/', 1);
    return allowedKind === '*' || (allowedKind === kind && detected !== 'image/svg+xml');
  });
  if (!known && !list.some((allowed) => matches(allowed, detected))) {
    throw mimeTypeRefused(detected);
  }
}

function matches(allowed: string, type: string): boolean {
  const pattern = essenceOf(allowed);
  if (pattern === '*' || pattern === '*/*') return true;
  if (pattern.endsWith('/*')) return type.startsWith(pattern.slice(0, -1));
  return pattern === type;
}

export function essenceOf(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}
