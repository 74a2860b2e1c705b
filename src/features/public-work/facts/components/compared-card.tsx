import { FileUp, Keyboard, Landmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { Compared, FactSpan } from '@/features/public-work/facts/api/queries';
import { useDeleteFact } from '@/features/public-work/facts/api/writes';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ComparedCardProps {
  companyId: string;
  span: FactSpan;
  rows: readonly Compared[];
  onImport: () => void;
  onType: () => void;
}

const OF_WEEKS = ['no_time', 'another_week', 'two_weeks'] as const;
const isOfWeeks = (reason: string): reason is (typeof OF_WEEKS)[number] =>
  (OF_WEEKS as readonly string[]).includes(reason);

const nameOf = ({ first_name, last_name }: Compared) => `${first_name} ${last_name}`.trim();

/** What needs somebody's eyes comes first: differences, then who is missing, then the rest. */
const rankOf = (row: Compared): number => {
  if (row.reason === 'no_rate' || (row.difference !== null && row.difference !== 0)) return 0;
  if (row.net_difference !== null && row.net_difference !== 0) return 1;
  if (row.reason === 'no_facts') return row.on_public_work ? 2 : 4;
  return 3;
};

/** Our gross beside theirs, by person. */
export function ComparedCard({ companyId, span, rows, onImport, onType }: ComparedCardProps) {
  const { t } = useTranslation(['payroll-facts', 'common']);
  const format = useFormat();
  const remove = useDeleteFact(companyId);
  const [asked, setAsked] = useState<Compared | null>(null);
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount));
  const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
  const different = rows.filter((row) => rankOf(row) < 2).length;
  const missing = rows.filter((row) => rankOf(row) === 2).length;
  // Of a week, or of a pay period.
  const of = span.periodStart === null ? 'compared' : 'comparedPeriod';
  const isEmpty = rows.every(({ fact_id }) => fact_id === null);
  return (
    <Card>
      <CardHeader title={t('compared.title')} description={t(`${of}.text`)} divided />
      {rows.length > 0 && (
        <div className="border-b px-4 py-3">
          <Notice tone={isEmpty ? 'info' : different + missing > 0 ? 'attention' : 'success'}>
            {different + missing === 0
              ? isEmpty
                ? t(`${of}.none`)
                : t('compared.same')
              : [
                  ...(different > 0 ? [t('compared.different', { count: different })] : []),
                  ...(missing > 0 ? [t('compared.missing', { count: missing })] : []),
                ].join(' ')}
          </Notice>
        </div>
      )}
      <DataTable
        label={t('compared.title')}
        rows={sorted}
        rowKey={({ employee_id }) => employee_id}
        empty={
          <EmptyState
            icon={Landmark}
            title={t(`${of}.empty`)}
            text={t(`${of}.emptyText`)}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="primary" onClick={onImport}>
                  <FileUp aria-hidden="true" />
                  {t('import.open')}
                </Button>
                <Button onClick={onType}>
                  <Keyboard aria-hidden="true" />
                  {t('typing.open')}
                </Button>
              </div>
            }
          />
        }
        columns={[
          {
            id: 'person',
            header: t('person'),
            card: 'title',
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2">
                {nameOf(row)}
                {row.on_public_work && <Badge tone="primary">{t('publicWork')}</Badge>}
              </span>
            ),
            sortBy: nameOf,
          },
          {
            id: 'ours',
            header: t('compared.ours'),
            align: 'end',
            cell: ({ our_gross }) => money(our_gross),
          },
          {
            id: 'theirs',
            header: t('compared.theirs'),
            align: 'end',
            cell: ({ their_gross }) => money(their_gross),
          },
          {
            id: 'difference',
            header: t('compared.difference'),
            align: 'end',
            card: 'aside',
            sortBy: ({ difference }) => difference,
            cell: ({ difference }) =>
              difference === null ? (
                '–'
              ) : (
                <Badge tone={difference === 0 ? 'success' : 'danger'}>{money(difference)}</Badge>
              ),
          },
          {
            id: 'reason',
            header: t('compared.reason'),
            cell: (row) => <Reason row={row} isPeriod={span.periodStart !== null} />,
          },
          {
            id: 'deductions',
            header: t('compared.deductions'),
            align: 'end',
            cell: ({ deductions }) => money(deductions),
          },
          {
            id: 'net',
            header: t('column.net'),
            align: 'end',
            cell: ({ net }) => money(net),
          },
          {
            id: 'delete',
            header: t('common:action.delete'),
            headerHidden: true,
            card: 'actions',
            align: 'end',
            cell: (row) =>
              row.fact_id && (
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={t('delete.label', { name: nameOf(row) })}
                  onClick={() => setAsked(row)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('delete.title', { name: asked ? nameOf(asked) : '' })}
        description={t('delete.text', { date: format.date(span.weekEnd) })}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          asked?.fact_id && remove.mutate(asked.fact_id, { onSuccess: () => setAsked(null) })
        }
      />
    </Card>
  );
}

/** Why it differs, where that can be known, and what does not add up by itself. */
function Reason({ row, isPeriod }: { row: Compared; isPeriod: boolean }) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const { reason, reason_week, net_difference, difference } = row;
  const text = reason
    ? t(isPeriod && isOfWeeks(reason) ? `reasonPeriod.${reason}` : `reason.${reason}`, {
        date: reason_week ? format.date(reason_week) : '',
      })
    : difference
      ? t('reason.unknown')
      : null;
  return (
    <span className="flex flex-col gap-1 text-sm">
      {text && <span>{text}</span>}
      {net_difference !== null && net_difference !== 0 && (
        <span className="text-danger">
          {t('netDiffers', { amount: format.money(net_difference) })}
        </span>
      )}
      {!text && !net_difference && '–'}
    </span>
  );
}
