import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions, Statement } from '../../database/request-transaction.ts';
import { invalidRequest } from '../storage-error.ts';
import { isoInstant, readRows } from './objects.ts';

export interface PageOptions {
  readonly prefix: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Folders as single entries, instead of everything below them. */
  readonly withDelimiter: boolean;
  readonly sortColumn: 'name' | 'created_at' | 'updated_at';
  readonly sortOrder: 'asc' | 'desc';
}

interface Entry {
  readonly name: string;
  readonly id: string | null;
  /** What the entry is ordered by: its name, or an instant in full precision (null for folders). */
  readonly sort_key: string | null;
}

/** The last entry of a page: where the next one begins. */
interface Cursor {
  readonly name: string;
  readonly key: string | null;
}

export interface Page {
  readonly hasNext: boolean;
  readonly folders: { readonly key: string; readonly name: string }[];
  readonly objects: unknown[];
  readonly nextCursor?: string;
}

export async function listPage(
  requests: RequestTransactions,
  caller: Caller,
  bucketId: string,
  options: PageOptions,
): Promise<Page> {
  const settings = { 'storage.operation': 'storage.object.list_v2' };
  const statement = pageStatement(bucketId, options);
  const [result] = await requests.run(caller, [statement], { readOnly: true, settings });
  const entries = readRows<Entry>(result?.rows);
  const page = entries.slice(0, options.limit);
  const last = page.at(-1);
  const hasNext = entries.length > options.limit;
  return {
    hasNext,
    folders: page
      .filter((entry) => entry.id === null)
      .map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: page
      .filter((entry) => entry.id !== null)
      .map(({ sort_key: _, ...object }) => ({ key: object.name, ...object })),
    ...(hasNext && last && { nextCursor: encodeCursor({ name: last.name, key: last.sort_key }) }),
  };
}

/**
 * Keyset paging: the next page begins after the last entry seen, however much was added before it
 * meanwhile. By name, folders and files mix as a directory of keys does; by time, folders come first.
 */
function pageStatement(bucketId: string, options: PageOptions): Statement {
  const { prefix, sortColumn, sortOrder } = options;
  const cursor = decodeCursor(options.cursor);
  const byName = sortColumn === 'name';
  const after = sortOrder === 'asc' ? '>' : '<';
  // Folders have no instant: these sort before the first and after the last of them.
  const folderKey = sortOrder === 'asc' ? `''` : `'~'`;
  const instant = `to_char(${sortColumn} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const objectKey = byName ? 'name' : instant;
  return {
    text: `
      with found as not materialized (
        select *, substr(name, length($2) + 1) as rest, ${objectKey} collate "C" as sort_key
          from storage.objects
         where bucket_id = $1 and name collate "C" like $3
      ), entries as (
        select name collate "C" as name, id, sort_key, created_at, updated_at, last_accessed_at,
               metadata
          from found
         where ${options.withDelimiter ? `position('/' in rest) = 0` : 'true'}
        ${
          options.withDelimiter
            ? `union all
        select distinct ($2 || split_part(rest, '/', 1) || '/') collate "C", null::uuid,
               ${byName ? `($2 || split_part(rest, '/', 1) || '/')` : folderKey} collate "C",
               null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
          from found
         where position('/' in rest) > 0`
            : ''
        }
      )
      select json_build_object(
               'name', name, 'id', id, 'sort_key', sort_key,
               'updated_at', ${isoInstant('updated_at')}, 'created_at', ${isoInstant('created_at')},
               'last_accessed_at', ${isoInstant('last_accessed_at')}, 'metadata', metadata)::text
        from entries
       where $4::text is null or (sort_key, name) ${after} ($5::text, $4)
       order by sort_key ${sortOrder}, name ${sortOrder}
       limit $6::int`,
    values: [
      bucketId,
      prefix,
      `${prefix.replace(/[\\%_]/g, '\\$&')}%`,
      cursor?.name ?? null,
      cursor?.key ?? null,
      String(options.limit + 1),
    ],
  };
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const { name, key } = JSON.parse(Buffer.from(text, 'base64url').toString());
    return { name: String(name), key: key === null ? null : String(key) };
  } catch (error) {
    throw invalidRequest('Invalid cursor', error);
  }
}
