import { useQuery } from '@tanstack/react-query';
import { Car, Moon, Receipt } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useQueued } from '@/entities/offline/queue-state';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { expensesQuery, type ProposedTrip, rulesQuery } from '@/features/expenses/api/queries';
import { OwnExpenseRow } from '@/features/expenses/components/own-expense-row';
import { ProposedTrips } from '@/features/expenses/components/proposed-trips';
import { QueuedExpenses } from '@/features/expenses/components/queued-expenses';
import { ReceiptButton } from '@/features/expenses/components/receipt-button';
import type { Expense } from '@/features/expenses/expense';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const ExpenseDialog = lateDialog(async () => ({
  default: (await import('@/features/expenses/components/expense-dialog')).ExpenseDialog,
}));
const PerDiemDialog = lateDialog(async () => ({
  default: (await import('@/features/expenses/components/per-diem-dialog')).PerDiemDialog,
}));

const SHOWN_DAYS = 365;

type Open =
  | { what: 'receipt'; photo: ReadPhoto }
  | { what: 'mileage' }
  | { what: 'trip'; trip: ProposedTrip | null }
  | { what: 'change' | 'again'; expense: Expense };

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.what === 'trip') return <PerDiemDialog trip={open.trip} onClose={onClose} />;
  if (open.what === 'receipt')
    return <ExpenseDialog kind="receipt" opened={null} photo={open.photo} onClose={onClose} />;
  if (open.what === 'mileage')
    return <ExpenseDialog kind="mileage" opened={null} onClose={onClose} />;
  return (
    <ExpenseDialog
      kind={open.expense.kind === 'mileage' ? 'mileage' : 'receipt'}
      opened={open.expense}
      again={open.what === 'again'}
      onClose={onClose}
    />
  );
}

/** One's own, with what waits on this phone; a receipt is the button, the shutter and Save. */
export function MyExpenses() {
  const { t } = useTranslation('expenses');
  const { company, employee } = useViewer();
  const { today } = useCalendar();
  const companyId = company?.id ?? '';
  const [open, setOpen] = useState<Open | null>(null);
  const hasQueued = useQueued('expense').length > 0;
  const own = useQuery({
    ...expensesQuery(companyId, { mine: true, from: addDays(today, -SHOWN_DAYS) }),
    enabled: employee !== null,
  });
  const rules = useQuery({ ...rulesQuery(companyId), enabled: employee !== null });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2" data-print="hide">
        <ReceiptButton
          camera
          label={t('add.receipt')}
          variant="primary"
          size="large"
          onRead={(photo) => setOpen({ what: 'receipt', photo })}
        />
        <Button size="large" onClick={() => setOpen({ what: 'mileage' })}>
          <Car aria-hidden="true" />
          {t('add.mileage')}
        </Button>
        {(rules.data?.length ?? 0) > 0 && (
          <Button size="large" onClick={() => setOpen({ what: 'trip', trip: null })}>
            <Moon aria-hidden="true" />
            {t('add.perDiem')}
          </Button>
        )}
      </div>
      {(rules.data?.length ?? 0) > 0 && (
        <ProposedTrips onChoose={(trip) => setOpen({ what: 'trip', trip })} />
      )}
      <Card>
        <QueuedExpenses />
        <Loaded query={own} skeleton={<ListSkeleton />}>
          {(rows) =>
            rows.length === 0 && hasQueued ? null : rows.length === 0 ? (
              <EmptyState icon={Receipt} title={t('empty.title')} text={t('empty.text')} />
            ) : (
              <ul>
                {rows.map((expense) => (
                  <OwnExpenseRow
                    key={expense.id}
                    expense={expense}
                    onChange={() => setOpen({ what: 'change', expense })}
                    onAgain={() => setOpen({ what: 'again', expense })}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {open && (
        <Suspense>
          <OpenDialog open={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
