import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveFacts, inspectArchive } from './inspect-archive.ts';
import { openFileReader } from './range-reader.ts';
import type { TileSchema } from './tile-schema.ts';

export type MapConfig = Pick<Config, 'dataDir' | 'mapStyleUrl'>;

/** The base map in DATA_DIR: what it says of itself, or why it cannot be used. */
export interface StoredMap {
  readonly sizeBytes: number;
  readonly storedAt: string;
  readonly facts: ArchiveFacts | null;
  readonly problem: ArchiveError | null;
}

export interface BaseMap {
  readonly styleUrl?: string;
  readonly tiles?: true;
  readonly schema?: TileSchema;
  readonly attribution?: string;
}

export const mapFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  path.join(dataDir, 'map.pmtiles');

/** By its path: each file is inspected once, until another is in its place. */
const inspected = new Map<string, { readonly version: string; readonly map: StoredMap }>();

/** The file may be put there, replaced or removed while the server runs. */
export async function storedMap(config: Pick<Config, 'dataDir'>): Promise<StoredMap | null> {
  const file = mapFileOf(config);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const version = `${found.ino} ${found.size} ${found.mtimeMs}`;
  const known = inspected.get(file);
  if (known?.version === version) return known.map;
  const map = {
    sizeBytes: found.size,
    storedAt: found.mtime.toISOString(),
    ...(await inspectFile(file)),
  };
  inspected.set(file, { version, map });
  return map;
}

/** What /config.json says of the base map. */
export async function baseMapOf(config: MapConfig): Promise<BaseMap> {
  if (config.mapStyleUrl !== undefined) return { styleUrl: config.mapStyleUrl };
  const facts = (await storedMap(config))?.facts;
  if (!facts) return {};
  const { schema, attribution } = facts;
  return { tiles: true, ...(schema && { schema }), ...(attribution && { attribution }) };
}

async function inspectFile(file: string): Promise<Pick<StoredMap, 'facts' | 'problem'>> {
  try {
    return { facts: await inspectArchiveFile(file), problem: null };
  } catch (error) {
    return { facts: null, problem: asArchiveError(error) };
  }
}

export async function inspectArchiveFile(file: string): Promise<ArchiveFacts> {
  const reader = await openFileReader(file);
  try {
    return await inspectArchive(reader);
  } finally {
    await reader.close();
  }
}

/** Anything unexpected in the bytes of a file is the file's fault. */
export function asArchiveError(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error;
  return new ArchiveError('damaged', 'The file cannot be read', error);
}
