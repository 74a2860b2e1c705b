import type { Statement } from '../../database/request-transaction.ts';
import { isoInstant } from '../objects/objects.ts';

export interface BucketSettings {
  readonly public: boolean;
  readonly fileSizeLimitBytes: number | null;
  readonly allowedMimeTypes: readonly string[] | null;
}

export interface BucketList {
  readonly search: string | undefined;
  readonly sortColumn: 'id' | 'name' | 'created_at' | 'updated_at';
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number | undefined;
  readonly offset: number;
}

const BUCKET_JSON = `json_build_object(
  'id', id, 'name', name, 'owner', coalesce(owner_id, owner::text, ''), 'public', public, 'file_size_limit', file_size_limit,
  'allowed_mime_types', allowed_mime_types, 'created_at', ${isoInstant('created_at')},
  'updated_at', ${isoInstant('updated_at')})::text`;

export function selectBucket(id: string): Statement {
  return { text: `select ${BUCKET_JSON} from storage.buckets where id = $1`, values: [id] };
}

export function selectBuckets(list: BucketList): Statement {
  return {
    text: `select ${BUCKET_JSON} from storage.buckets
            where $1::text is null or name ilike $1
            order by ${list.sortColumn} ${list.sortOrder}, id
            limit $2::int offset $3::int`,
    values: [
      list.search === undefined ? null : `%${list.search.replace(/[\\%_]/g, '\\$&')}%`,
      list.limit === undefined ? null : String(list.limit),
      String(list.offset),
    ],
  };
}

export function insertBucket(
  id: string,
  ownerId: string | null,
  settings: BucketSettings,
): Statement {
  return {
    text: `insert into storage.buckets
             (id, name, owner_id, public, file_size_limit, allowed_mime_types)
           values ($1, $1, $2, $3::boolean, $4::bigint, ${mimeTypes('$5')})`,
    values: [id, ownerId, ...settingValues(settings)],
  };
}

/** Settings that are left out stay as they are. */
export function updateBucket(id: string, settings: Partial<BucketSettings>): Statement {
  const values: (string | null)[] = [id];
  const changes = ['updated_at = now()'];
  const change = (column: string, value: string | null, cast: (place: string) => string) => {
    changes.push(`${column} = ${cast(`$${values.push(value)}`)}`);
  };
  if (settings.public !== undefined) {
    change('public', String(settings.public), (place) => `${place}::boolean`);
  }
  if (settings.fileSizeLimitBytes !== undefined) {
    const limit = settings.fileSizeLimitBytes;
    change('file_size_limit', limit === null ? null : String(limit), (place) => `${place}::bigint`);
  }
  if (settings.allowedMimeTypes !== undefined) {
    const types = settings.allowedMimeTypes;
    change('allowed_mime_types', types && JSON.stringify(types), mimeTypes);
  }
  return {
    text: `update storage.buckets set ${changes.join(', ')} where id = $1 returning id`,
    values,
  };
}

export function deleteBucket(id: string): Statement {
  return { text: 'delete from storage.buckets where id = $1 returning id', values: [id] };
}

function settingValues(settings: BucketSettings): (string | null)[] {
  const { fileSizeLimitBytes: limit, allowedMimeTypes: types } = settings;
  return [
    String(settings.public),
    limit === null ? null : String(limit),
    types && JSON.stringify(types),
  ];
}

function mimeTypes(place: string): string {
  return `(case when ${place}::jsonb is null then null
           else array(select jsonb_array_elements_text(${place}::jsonb)) end)`;
}
