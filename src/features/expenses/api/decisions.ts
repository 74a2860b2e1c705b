import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** An approved one is pay of its period. */
const STALE = [queryKeys.expenses, queryKeys.budgets, refreshTime];

export interface Decision {
  ids: readonly string[];
  approve: boolean;
  note: string;
}

/** One after the other: what another approver was quicker with stops none of the rest. */
async function decideAll({ ids, approve, note }: Decision) {
  const decided: string[] = [];
  let refusal: unknown = null;
  for (const id of ids) {
    const { error } = await supabase().rpc('decide_expense', {
      id_param: id,
      approve_param: approve,
      note_param: note,
    });
    if (error) refusal ??= error;
    else decided.push(id);
  }
  if (decided.length === 0 && refusal) throw refusal;
  return { decided, left: ids.length - decided.length };
}

export function useDecideExpenses() {
  const { t } = useTranslation('expenses');
  const { mutate: undo } = useUndoDecision();
  return useWrite({
    send: decideAll,
    done: ({ decided, left }, { approve }) => ({
      ...(left > 0
        ? { title: t('toast.someDecided', { decided: decided.length, left }), tone: 'warning' }
        : { title: t(approve ? 'toast.approved' : 'toast.declined', { count: decided.length }) }),
      undo: () => undo(decided),
    }),
    stale: STALE,
    quiet: true,
  });
}

export function useUndoDecision() {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: async (ids: readonly string[]) => {
      const answers = [];
      for (const id of ids)
        answers.push(await supabase().rpc('undo_expense_decision', { id_param: id }));
      const refused = answers.filter(({ error }) => error);
      const [first] = refused;
      // A receipt that was paid or changed meanwhile stays, and keeps none of the rest.
      if (first && refused.length === ids.length) unwrap(first);
      return { undone: ids.length - refused.length, left: refused.length };
    },
    done: ({ undone, left }) =>
      left > 0
        ? { title: t('toast.someUndone', { undone, left }), tone: 'warning' }
        : { title: t('toast.undone') },
    stale: STALE,
    failureText: 'expenses:error.undo',
  });
}

export interface Correction {
  id: string;
  amount: number;
  note: string;
}

export function useCorrectExpense() {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: async ({ id, amount, note }: Correction) =>
      unwrap(
        await supabase().rpc('correct_expense', {
          id_param: id,
          amount_param: amount,
          note_param: note,
        }),
      ),
    done: t('toast.corrected'),
    stale: STALE,
    quiet: true,
  });
}
