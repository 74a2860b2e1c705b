import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { useDecideExpenses } from '@/features/expenses/api/decisions';
import { DeclineDialog } from '@/features/expenses/components/decline-dialog';
import { type Expense, flagsOf } from '@/features/expenses/expense';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface ApprovalBarProps {
  rows: readonly Expense[];
  chosen: readonly Expense[];
  onChoose: (ids: ReadonlySet<string>) => void;
}

const idsOf = (rows: readonly Expense[]) => rows.map(({ id }) => id);

/** Several at once: all, or all that nothing speaks against. */
export function ApprovalBar({ rows, chosen, onChoose }: ApprovalBarProps) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const decide = useDecideExpenses();
  const [declining, setDeclining] = useState(false);
  const sum = chosen.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  const clean = rows.filter((row) => flagsOf(row).length === 0);
  const done = () => onChoose(new Set());
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-b px-5 py-2.5 max-md:px-4">
      <Checkbox
        aria-label={t('approve.chooseAll')}
        checked={chosen.length === rows.length}
        onCheckedChange={(on) => onChoose(new Set(on ? idsOf(rows) : []))}
      />
      {chosen.length === 0 ? (
        clean.length > 0 && (
          <Button size="small" onClick={() => onChoose(new Set(idsOf(clean)))}>
            {t('approve.clean')}
          </Button>
        )
      ) : (
        <>
          <span className="tabular mr-auto text-sm">
            {t('approve.chosen', { count: chosen.length, amount: format.moneyFromCents(sum) })}
          </span>
          <Button size="small" disabled={decide.isPending} onClick={() => setDeclining(true)}>
            {t('approve.decline')}
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={decide.isPending}
            onClick={() =>
              decide.mutate(
                { ids: idsOf(chosen), approve: true, note: '' },
                {
                  onSuccess: done,
                  onError: (cause) => toast.error(errorText(cause)),
                },
              )
            }
          >
            {t('approve.approve', { count: chosen.length })}
          </Button>
        </>
      )}
      {declining && (
        <DeclineDialog ids={idsOf(chosen)} onDone={done} onClose={() => setDeclining(false)} />
      )}
    </div>
  );
}
