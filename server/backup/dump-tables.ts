import { createHash } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { pieceName, type SequenceManifest, type TableManifest } from './manifest.ts';

const PIECE_BYTES = 8 * 1024 * 1024;

interface TableColumns {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Every table of the project and the platform; what extensions and PostgreSQL own is remade, and so
 * are the objects of `schemas`, whose record has to say what is there. Certificates are not worth
 * their keys in an archive: whoever is at the name gets another one.
 */
export async function listTables(sql: Queryable): Promise<TableColumns[]> {
  return sql<TableColumns[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and (n.nspname, c.relname) <> ('supabase_migrations', 'schema_objects')
       and (n.nspname <> 'supabase_migrations' or not starts_with(c.relname, 'acme_'))
     order by 1, 2`;
}

export async function listSequences(sql: Queryable): Promise<SequenceManifest[]> {
  return sql<SequenceManifest[]>`
    select schemaname as schema, sequencename as name, last_value::text as value
      from pg_sequences where schemaname !~ '^pg_' order by 1, 2`;
}

/**
 * How values are written as text, whatever the database was set to: a table that is read back gives
 * the same bytes. Rows come in the order in which they lie.
 */
const TEXT_SETTINGS = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  synchronize_seqscans: 'off',
};

/** Until the end of the transaction. */
export async function setTextFormat(sql: Queryable): Promise<void> {
  for (const [name, value] of Object.entries(TEXT_SETTINGS)) {
    await sql.unsafe(`set local ${name} = '${value}'`);
  }
}

/** Streams one table into the archive in pieces of known size, which is what tar needs. */
export async function dumpTable(
  sql: Queryable,
  table: TableColumns,
  archive: ArchiveWriter,
): Promise<TableManifest> {
  let pieces = 0;
  let pending: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await archive.add(pieceName(table, pieces++), Buffer.concat(pending));
    pending = [];
    size = 0;
  };
  const { rows, sha256 } = await readTable(sql, table, async (bytes) => {
    pending.push(bytes);
    size += bytes.length;
    if (size >= PIECE_BYTES) await flush();
  });
  if (size > 0) await flush();
  return { ...table, rows, pieces, sha256 };
}

export async function readTable(
  sql: Queryable,
  { schema, name, columns }: TableColumns,
  onBytes?: (bytes: Buffer) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  const query = sql`copy ${sql(schema)}.${sql(name)} (${sql(columns)}) to stdout`;
  for await (const chunk of await query.readable()) {
    const bytes = chunk as Buffer;
    hash.update(bytes);
    rows += countLines(bytes);
    await onBytes?.(bytes);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** In COPY's text format a line feed ends a row and nothing else: within values it is escaped. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
