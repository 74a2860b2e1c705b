import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useDecideExpenses } from '@/features/expenses/api/decisions';
import { DeclineDialog } from '@/features/expenses/components/decline-dialog';
import { useExpenseText } from '@/features/expenses/components/expense-facts';
import { ReceiptImage } from '@/features/expenses/components/receipt-image';
import { type Expense, flagsOf, kindOf } from '@/features/expenses/expense';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Other {
  id: string;
  employee_name: string;
  spent_on: string;
  amount: number;
}

/** Everything one decision needs: the receipt, what speaks against it, and where the other one is. */
export function ApprovalDetail({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const textOf = useExpenseText();
  const decide = useDecideExpenses();
  const [declining, setDeclining] = useState(false);
  const others = (expense.same_as ?? []) as unknown as Other[];
  const flags = flagsOf(expense);
  return (
    <Card className="lg:sticky lg:top-4" aria-label={expense.employee_name}>
      <div className="flex flex-wrap items-center gap-3 border-b px-5 py-3.5">
        <div className="mr-auto min-w-0">
          <h2 className="font-[620] text-md">{expense.employee_name}</h2>
          <p className="text-muted text-sm">
            {[
              t(`kind.${kindOf(expense)}`),
              format.weekdayDate(expense.spent_on),
              expense.project_name,
              expense.cost_code,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button disabled={decide.isPending} onClick={() => setDeclining(true)}>
          {t('approve.decline')}
        </Button>
        <Button
          variant="primary"
          busy={decide.isPending}
          onClick={() => decide.mutate({ ids: [expense.id], approve: true, note: '' })}
        >
          {t('approve.approve', { count: 1 })} {format.money(expense.amount)}
        </Button>
      </div>
      <div className="grid gap-3 px-5 py-4">
        {decide.error && <Notice tone="danger">{errorText(decide.error)}</Notice>}
        {flags.length > 0 && (
          <Notice tone="attention">
            {flags.map((flag) => (
              <p key={flag}>{t(`flag.${flag}`)}</p>
            ))}
            {others.map(({ id, employee_name, spent_on, amount }) => (
              <p key={id}>
                {t('sameAs', {
                  name: employee_name,
                  date: format.date(spent_on),
                  amount: format.money(amount),
                })}
              </p>
            ))}
          </Notice>
        )}
        <p className="empty:hidden">{textOf(expense)}</p>
        {kindOf(expense) === 'receipt' && <ReceiptImage expense={expense} width={900} />}
      </div>
      {declining && (
        <DeclineDialog
          ids={[expense.id]}
          onDone={() => undefined}
          onClose={() => setDeclining(false)}
        />
      )}
    </Card>
  );
}
