import type { Caller } from '../../database/caller.ts';
import type { Statement, StatementResult } from '../../database/request-transaction.ts';
import { toStorageError } from '../database-error.ts';
import type { StorageContext } from '../storage-context.ts';
import { OBJECT_JSON, type ObjectRow, readRows } from './objects.ts';

/** Removes those of the named objects that the caller may remove, and tells which they were. */
export async function removeObjects(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
  operation: string,
): Promise<ObjectRow[]> {
  const statement = {
    text: `delete from storage.objects
            where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb))
            returning ${OBJECT_JSON}`,
    values: [bucketId, JSON.stringify(names)],
  };
  const result = await runAndSweep(context, caller, statement, operation);
  return readRows<ObjectRow>(result?.rows);
}

/** Removes everything of a bucket that the caller may remove. */
export async function emptyBucket(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  operation: string,
): Promise<void> {
  const statement = {
    text: 'delete from storage.objects where bucket_id = $1',
    values: [bucketId],
  };
  await runAndSweep(context, caller, statement, operation);
}

async function runAndSweep(
  { database, removedFiles }: StorageContext,
  caller: Caller,
  statement: Statement,
  operation: string,
): Promise<StatementResult | undefined> {
  try {
    const settings = { 'storage.operation': operation };
    const [result] = await database.requests.run(caller, [statement], { settings });
    void removedFiles.sweep();
    return result;
  } catch (error) {
    throw toStorageError(error);
  }
}
