import { askAboutConflict, type Conflict } from '@/entities/edit/conflict';
import { changedFields, resolved } from '@/entities/edit/send-edit';
import type { ListName, ListRow } from '@/features/lists/list-definition';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { type Stale, useWrite } from '@/lib/use-write';

export interface RowWrite {
  id: string;
  new?: true;
  delete?: true;
  values?: Record<string, unknown>;
  /** What the cells were when somebody began to type into them. */
  based_on?: Record<string, unknown>;
}

export interface RowResult {
  row_number: number;
  result: 'new' | 'changed' | 'same' | 'deleted' | 'error';
  id: string;
  column_name: string | null;
  reason: string | null;
  code: string | null;
  message: string | null;
  saved: ListRow | null;
  /** Of a row somebody else changed meanwhile: who, when and all values. */
  changed?: Conflict | null;
}

/** What other screens know of a list. */
const STALE: Partial<Record<ListName, readonly string[]>> = {
  employees: [queryKeys.employees, queryKeys.team],
  crews: [queryKeys.crews],
  projects: [queryKeys.projects],
  cost_codes: [queryKeys.costCodes],
  cost_code_groups: [queryKeys.costCodes],
  units: [queryKeys.costCodes],
  equipment: [queryKeys.equipment],
  equipment_classes: [queryKeys.equipment],
  pay_types: [queryKeys.payTypes],
  break_types: [queryKeys.breakTypes],
  pay_items: [queryKeys.payroll],
  holidays: [queryKeys.timeOff],
  minimum_wages: [queryKeys.payroll],
  time_off_types: [queryKeys.timeOff],
  clock_questions: [queryKeys.clockQuestions],
};

/** The list itself is kept up to date row by row; everything else that shows it is asked again. */
export const staleOutside = (list: ListName): readonly Stale[] => [
  (client) =>
    client.invalidateQueries({
      queryKey: [queryKeys.lists],
      predicate: ({ queryKey }) => queryKey[1] !== list,
    }),
  ...(STALE[list] ?? []),
];

function withResults(rows: readonly ListRow[], results: readonly RowResult[]): ListRow[] {
  const gone = new Set(results.filter((r) => r.result === 'deleted').map(({ id }) => id));
  const saved = new Map<string, ListRow>();
  for (const { result, saved: row } of results)
    if (row && result !== 'deleted') saved.set(row.id, row);
  const kept = rows
    .filter(({ id }) => !gone.has(id))
    .map((row) => {
      const next = saved.get(row.id);
      saved.delete(row.id);
      return next ? { ...row, ...next } : row;
    });
  return [...kept, ...saved.values()];
}

/** Asks about a row that somebody else changed meanwhile, and saves what was chosen. */
async function askAgain(list: ListName, row: RowWrite, result: RowResult): Promise<RowResult> {
  const { changed: conflict, ...rest } = result;
  const decision = conflict && (await askAboutConflict(conflict));
  if (!decision) return result;
  const edit = { after: row.values ?? {}, before: row.based_on ?? {} };
  const { after, before } = resolved(edit, conflict, decision);
  const values = changedFields({ after, before });
  if (Object.keys(values).length === 0) return { ...rest, result: 'same', reason: null };
  const [next] = await sendRows(list, [{ ...row, values, based_on: { ...before } }]);
  return next ?? result;
}

async function sendRows(list: ListName, rows: readonly RowWrite[]): Promise<RowResult[]> {
  const results = unwrap(
    await supabase().rpc('save_rows', { list_param: list, rows_param: asJson(rows) }),
  ) as unknown as RowResult[];
  for (const [index, result] of results.entries()) {
    const row = rows[index];
    if (row && result.changed) results[index] = await askAgain(list, row, result);
  }
  return results;
}

/** Many rows in one call. Each has its own result; what is good is saved. */
export function useSaveRows(companyId: string) {
  return useWrite({
    send: ({ list, rows }: { list: ListName; rows: readonly RowWrite[] }) => sendRows(list, rows),
    onSuccess: (results, { list }, client) =>
      client.setQueryData<ListRow[]>([queryKeys.lists, list, companyId], (rows) =>
        rows ? withResults(rows, results) : rows,
      ),
    stale: ({ list }) => staleOutside(list),
    refreshesInBackground: true,
    quiet: true,
  });
}
