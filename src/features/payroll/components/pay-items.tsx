import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import {
  type ItemCode,
  type PayItem,
  payItemsQuery,
  useDeletePayItem,
} from '@/features/payroll/api/pay-items';
import { AddPayItem } from '@/features/payroll/components/add-pay-item';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface PayItemsProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
  locked: boolean;
}

/** Pay that is not worked time: what was entered, and while the period is open, more of it. */
export function PayItems({ companyId, employeeId, range, locked }: PayItemsProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: items = [] } = useQuery(payItemsQuery(companyId, employeeId, range));
  const { nameOf } = usePayTypes();
  const remove = useDeletePayItem(companyId);
  if (locked && items.length === 0) return null;
  const wordsOf = ({ pay_code, work_date }: PayItem) =>
    `${nameOf(pay_code, t(`items.code.${pay_code as ItemCode}`))}, ${format.weekdayDate(work_date)}`;
  return (
    <section className="mt-5 flex flex-col gap-3">
      <h3 className="border-b pb-1.5 font-[620] text-sm">{t('items.title')}</h3>
      <ul className="divide-y empty:hidden">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-3 py-1.5 text-sm">
            <div className="min-w-0 flex-1">
              <p>{wordsOf(item)}</p>
              {item.note && <p className="text-muted">{item.note}</p>}
            </div>
            <span className="tabular">{format.moneyFromCents(item.amount_cents ?? 0)}</span>
            {!locked && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('items.delete', { item: wordsOf(item) })}
                busy={remove.isPending && remove.variables === item.id}
                onClick={() => remove.mutate(item.id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!locked && <AddPayItem companyId={companyId} employeeId={employeeId} range={range} />}
    </section>
  );
}
