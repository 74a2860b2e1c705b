import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions, Statement } from '../../database/request-transaction.ts';
import type { Sql } from '../../database/sql/sql.ts';

/** As `storage.objects.metadata` of a hosted project holds it. */
export interface ObjectMetadata {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
}

export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_accessed_at: string;
  readonly metadata: Partial<ObjectMetadata> | null;
  readonly user_metadata: Record<string, unknown> | null;
}

export interface NewObject {
  readonly bucketId: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly version: string;
  readonly metadata: Partial<ObjectMetadata>;
  readonly userMetadata: Record<string, unknown> | null;
}

/** JavaScript's way to write an instant, which all clients can read. */
export const isoInstant = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const OBJECT_JSON = `json_build_object(
  'id', id, 'name', name, 'bucket_id', bucket_id, 'owner', coalesce(owner_id, owner::text),
  'owner_id', owner_id, 'version', version, 'created_at', ${isoInstant('created_at')},
  'updated_at', ${isoInstant('updated_at')}, 'last_accessed_at', ${isoInstant('last_accessed_at')},
  'metadata', metadata, 'user_metadata', user_metadata)::text`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The object if the caller's policies let him see it; they may read the headers of the request. */
export async function findObject(
  requests: RequestTransactions,
  caller: Caller,
  object: { readonly bucketId: string; readonly name: string },
  operation: string,
  headers?: IncomingHttpHeaders,
): Promise<ObjectRow | undefined> {
  const [result] = await requests.run(caller, [selectObject(object)], {
    readOnly: true,
    settings: {
      'storage.operation': operation,
      ...(headers && { 'request.headers': JSON.stringify(headers) }),
    },
  });
  return readRows<ObjectRow>(result?.rows)[0];
}

function selectObject(object: { bucketId: string; name: string }): Statement {
  return {
    text: `select ${OBJECT_JSON} from storage.objects where bucket_id = $1 and name = $2`,
    values: [object.bucketId, object.name],
  };
}

/** The object whoever asks: for public buckets and signed links. */
export async function findAnyObject(
  sql: Sql,
  object: { readonly bucketId: string; readonly name: string },
): Promise<ObjectRow | undefined> {
  const [row] = await sql<{ object: string }[]>`
    select ${sql.unsafe(OBJECT_JSON)} as object from storage.objects
     where bucket_id = ${object.bucketId} and name = ${object.name}`;
  return row && JSON.parse(row.object);
}

export function insertObject(object: NewObject, upsert: boolean): Statement {
  const onConflict = upsert
    ? `on conflict (bucket_id, name) do update
         set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
             metadata = excluded.metadata, user_metadata = excluded.user_metadata,
             last_accessed_at = now()`
    : '';
  return {
    text: `insert into storage.objects
             (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
           values ($1, $2, $3::uuid, $4, $5, $6::jsonb, $7::jsonb) ${onConflict}`,
    values: [
      object.bucketId,
      object.name,
      object.ownerId !== null && UUID.test(object.ownerId) ? object.ownerId : null,
      object.ownerId,
      object.version,
      JSON.stringify(object.metadata),
      object.userMetadata && JSON.stringify(object.userMetadata),
    ],
  };
}

/** One JSON column per row, as all our statements answer. */
export function readRows<T>(rows: readonly (readonly (Buffer | null)[])[] | undefined): T[] {
  return (rows ?? []).map(([json]) => JSON.parse(String(json)));
}
