import type { Caller } from '../../database/caller.ts';
import { inStorageWords } from '../database-error.ts';
import type { StorageContext } from '../storage-context.ts';
import { OBJECT_JSON, type ObjectRow, readRows } from './objects.ts';

/** Removes what the caller may remove, and tells what that was. `names` undefined means all. */
export async function removeObjects(
  { database, removedFiles }: StorageContext,
  caller: Caller,
  bucketId: string,
  names: readonly string[] | undefined,
  operation: string,
): Promise<ObjectRow[]> {
  const statement = {
    text: `delete from storage.objects
            where bucket_id = $1
              and ($2::jsonb is null or name in (select jsonb_array_elements_text($2::jsonb)))
            returning ${OBJECT_JSON}`,
    values: [bucketId, names === undefined ? null : JSON.stringify(names)],
  };
  try {
    const settings = { 'storage.operation': operation };
    const [result] = await database.requests.run(caller, [statement], { settings });
    void removedFiles.sweep();
    return readRows<ObjectRow>(result?.rows);
  } catch (error) {
    throw inStorageWords(error);
  }
}
