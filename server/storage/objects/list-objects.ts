import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions, Statement } from '../../database/request-transaction.ts';
import { isoInstant, readRows } from './objects.ts';

export interface ListOptions {
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
  readonly search: string;
  readonly sortColumn: string;
  readonly sortOrder: string;
}

/** One level below a folder, names relative to it. */
export async function listFolder(
  requests: RequestTransactions,
  caller: Caller,
  bucketId: string,
  options: ListOptions,
): Promise<unknown[]> {
  const folder = options.prefix.replace(/^\/+|\/+$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const statement: Statement = {
    text: `select json_build_object(
             'name', name, 'id', id, 'updated_at', ${isoInstant('updated_at')},
             'created_at', ${isoInstant('created_at')},
             'last_accessed_at', ${isoInstant('last_accessed_at')}, 'metadata', metadata)::text
           from storage.search($1, $2, $3::int, $4::int, $5::int, $6, $7, $8)`,
    values: [
      prefix,
      bucketId,
      String(options.limit),
      String(prefix.split('/').length),
      String(options.offset),
      options.search,
      options.sortColumn,
      options.sortOrder,
    ],
  };
  const settings = { 'storage.operation': 'storage.object.list' };
  const [result] = await requests.run(caller, [statement], { readOnly: true, settings });
  return readRows(result?.rows);
}
