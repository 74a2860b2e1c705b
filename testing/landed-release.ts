import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { applyPlatform } from '../server/database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../server/database/as-owner.ts';
import { SCHEMA_OBJECTS } from '../server/database/schemas/apply-schemas.ts';
import type { ReservedSql } from '../server/database/sql/sql.ts';

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

const INSTANT = "timestamptz '2026-10-07T15:30:00Z'";

/** Oldest first. */
export function readLandedReleases(): LandedRelease[] {
  return globSync('landed-*.json.zst', { cwd: FOLDER })
    .sort()
    .map((file) => {
      const text = zstdDecompressSync(readFileSync(path.join(FOLDER, file))).toString();
      return { file, ...(JSON.parse(text) as Omit<LandedRelease, 'file'>) };
    });
}

/** Fills an empty database as that version had it. */
export async function createRelease(sql: ReservedSql, release: LandedRelease): Promise<void> {
  await applyPlatform(sql);
  await sql.unsafe(`
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    ${SCHEMA_OBJECTS}
    grant all on supabase_migrations.schema_objects to platform_owner;
    begin;\n${AS_OWNER}\n${release.schema}\n;commit;
    begin;\n${AS_OWNER}\n${atInstant(release.demo)}\n;commit;\n${AS_OURSELVES}`);
  await sql`
    insert into supabase_migrations.schema_migrations (version)
    select unnest(${[...release.versions]}::text[])`;
}

const atInstant = (demo: string): string =>
  demo.replaceAll('now()', INSTANT).replaceAll('current_date', `(${INSTANT})::date`);
