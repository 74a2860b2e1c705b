import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { expensesQuery } from '@/features/expenses/api/queries';
import { ApprovalBar } from '@/features/expenses/components/approval-bar';
import { ApprovalDetail } from '@/features/expenses/components/approval-detail';
import { ApprovalRow } from '@/features/expenses/components/approval-row';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

/** What waits for the caller's decision: the list on the left, the receipt beside it, several at once. */
export function Approval() {
  const { t } = useTranslation('expenses');
  const companyId = useViewer().company?.id ?? '';
  const [params, change] = useAddressParams();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const waiting = useQuery(expensesQuery(companyId, { to_decide: true }));
  const rows = waiting.data ?? [];
  const shown = rows.find(({ id }) => id === params.get('expense')) ?? rows[0];
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const toggle = (id: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  return (
    <Loaded query={waiting} skeleton={<ListSkeleton />}>
      {rows.length === 0 ? (
        <Card>
          <EmptyState icon={ReceiptText} title={t('approve.empty')} text={t('approve.emptyText')} />
        </Card>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card>
            <ApprovalBar rows={rows} chosen={chosen} onChoose={setTicked} />
            <ul>
              {rows.map((expense) => (
                <ApprovalRow
                  key={expense.id}
                  expense={expense}
                  ticked={ticked.has(expense.id)}
                  shown={expense.id === shown?.id}
                  onTick={(on) => toggle(expense.id, on)}
                  onShow={() => change('expense', expense.id)}
                />
              ))}
            </ul>
          </Card>
          {shown && <ApprovalDetail key={shown.id} expense={shown} />}
        </div>
      )}
    </Loaded>
  );
}
