import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useWithdrawExpense } from '@/features/expenses/api/own-expenses';
import { useExpenseText } from '@/features/expenses/components/expense-facts';
import { type Expense, kindOf, STATUS_TONES, statusOf } from '@/features/expenses/expense';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface OwnExpenseRowProps {
  expense: Expense;
  onChange: () => void;
  onAgain: () => void;
}

/** Until it is decided it can be changed; declined, the reason stands there to be read. */
export function OwnExpenseRow({ expense, onChange, onAgain }: OwnExpenseRowProps) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const textOf = useExpenseText();
  const withdraw = useWithdrawExpense(useViewer().company?.id ?? '');
  const [asking, setAsking] = useState(false);
  const status = statusOf(expense);
  const isPerDiem = kindOf(expense) === 'per_diem';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-5 py-3 last:border-b-0 max-md:px-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="tabular font-[640]">{format.money(expense.amount)}</span>
          <span>{t(`kind.${kindOf(expense)}`)}</span>
        </p>
        <p className="text-muted text-sm">
          {[format.weekdayDate(expense.spent_on), expense.project_name, expense.cost_code]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-muted text-sm empty:hidden">{textOf(expense)}</p>
        {expense.decision_note && <p className="text-sm">“{expense.decision_note}”</p>}
      </div>
      <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
      {status === 'entered' && (
        <div className="flex gap-2">
          {!isPerDiem && (
            <Button size="small" onClick={onChange}>
              {t('action.change')}
            </Button>
          )}
          <Button size="small" onClick={() => setAsking(true)}>
            {t('action.withdraw')}
          </Button>
        </div>
      )}
      {status === 'declined' && !isPerDiem && (
        <Button size="small" onClick={onAgain}>
          {t('action.again')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('withdraw.title')}
        description={t('withdraw.text')}
        confirmLabel={t('withdraw.confirm')}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(expense.id, { onSuccess: () => setAsking(false) })}
      />
    </li>
  );
}
