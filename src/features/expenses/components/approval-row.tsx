import { TriangleAlert } from 'lucide-react';
import { Checkbox } from '@/components/ui/checkbox';
import { useExpenseText } from '@/features/expenses/components/expense-facts';
import { type Expense, flagsOf, kindOf } from '@/features/expenses/expense';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ApprovalRowProps {
  expense: Expense;
  ticked: boolean;
  shown: boolean;
  onTick: (on: boolean) => void;
  onShow: () => void;
}

export function ApprovalRow({ expense, ticked, shown, onTick, onShow }: ApprovalRowProps) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const textOf = useExpenseText();
  const flags = flagsOf(expense);
  const amount = format.money(expense.amount);
  return (
    <li
      className={cn(
        'flex items-start gap-3 border-b border-l-3 px-5 py-3 last:border-b-0 max-md:px-4',
        shown ? 'border-l-primary bg-primary-soft' : 'border-l-transparent hover:bg-sunken',
      )}
    >
      <Checkbox
        className="mt-1"
        aria-label={t('approve.choose', { what: `${expense.employee_name}, ${amount}` })}
        checked={ticked}
        onCheckedChange={(on) => onTick(on === true)}
      />
      <button
        type="button"
        aria-pressed={shown}
        onClick={onShow}
        className="min-w-0 flex-1 text-left"
      >
        <span className="flex justify-between gap-2 font-[620]">
          <span className="truncate">{expense.employee_name}</span>
          <span className="tabular">{amount}</span>
        </span>
        <span className="block text-muted text-sm">
          {[
            t(`kind.${kindOf(expense)}`),
            format.weekdayDate(expense.spent_on),
            expense.project_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="block truncate text-muted text-sm empty:hidden">{textOf(expense)}</span>
        {flags.map((flag) => (
          <span key={flag} className="flex items-center gap-1 text-attention-strong text-sm">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            {t(`flag.${flag}`)}
          </span>
        ))}
      </button>
    </li>
  );
}
