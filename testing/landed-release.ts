import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/** A database as a version that people run has it; `npm run db -- hold` writes one at each release. */
export interface LandedRelease {
  readonly file: string;
  /** Versions of its migrations. */
  readonly versions: readonly string[];
  /** SQL that makes it, and that loads its demo company. */
  readonly schema: string;
  readonly demo: string;
}

const FOLDER = path.join(import.meta.dirname, '../supabase/tests/upgrade');

/** Oldest first. */
export function readLandedReleases(): LandedRelease[] {
  return globSync('landed-*.json.zst', { cwd: FOLDER })
    .sort()
    .map((file) => {
      const text = zstdDecompressSync(readFileSync(path.join(FOLDER, file))).toString();
      return { file, ...(JSON.parse(text) as Omit<LandedRelease, 'file'>) };
    });
}
