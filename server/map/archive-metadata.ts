import { z } from 'zod';
import { ArchiveError } from './archive-error.ts';

export interface ArchiveMetadata {
  readonly name: string | null;
  /** Plain text. */
  readonly attribution: string;
  readonly license: string | null;
  readonly layers: readonly string[];
  readonly dataAt: string | null;
  /** As it is in the file. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const MAX_TEXT = 300;

/** Other tools put other things here: what is not as expected is left out, not refused. */
const description = z.looseObject({
  name: z.string().optional().catch(undefined),
  attribution: z.string().optional().catch(undefined),
  license: z.string().optional().catch(undefined),
  vector_layers: z.array(z.looseObject({ id: z.string() })).catch([]),
  'planetiler:osm:osmosisreplicationtime': z.string().optional().catch(undefined),
  'planetiler:buildtime': z.string().optional().catch(undefined),
});

export function readMetadata(bytes: Buffer, isVector: boolean): ArchiveMetadata {
  const raw = parse(bytes);
  const found = description.parse(raw);
  const { license } = found;
  const dataAt =
    found['planetiler:osm:osmosisreplicationtime'] ?? found['planetiler:buildtime'] ?? '';
  // Each schema that can be drawn is made of OpenStreetMap, which must be named even if the file does not.
  const attribution = plainText(found.attribution ?? '') || (isVector ? '© OpenStreetMap' : '');
  return {
    name: found.name ? plainText(found.name) : null,
    attribution,
    license: license ? plainText(license) : licenseOf(attribution),
    layers: found.vector_layers.map(({ id }) => id),
    dataAt: Number.isNaN(Date.parse(dataAt)) ? null : new Date(dataAt).toISOString(),
    raw,
  };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = bytes.length === 0 ? {} : JSON.parse(bytes.toString());
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (error) {
    throw new ArchiveError('damaged', 'The description inside this file is damaged', error);
  }
  throw new ArchiveError('damaged', 'The description inside this file is damaged');
}

function licenseOf(attribution: string): string | null {
  return /openstreetmap/i.test(attribution) ? 'ODbL 1.0' : null;
}

/** Attributions are written as HTML; they are shown as text, so that a file brings no markup along. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
    .replace(/[<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}
