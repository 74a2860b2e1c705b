import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions } from '../../database/request-transaction.ts';

/** Which of these objects the caller may see. */
export async function visibleNames(
  requests: RequestTransactions,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
  operation: string,
): Promise<Set<string>> {
  const statement = {
    text: `select name from storage.objects
            where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb))`,
    values: [bucketId, JSON.stringify(names)],
  };
  const settings = { 'storage.operation': operation };
  const [result] = await requests.run(caller, [statement], { readOnly: true, settings });
  return new Set(result?.rows.map(([name]) => String(name)));
}
