import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Notice } from '@/components/shared/notice';
import { employeeName } from '@/entities/employee/employees-query';
import type { PayPreview } from '@/features/settings/api/overtime';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type Row = PayPreview['people'][number];

interface OvertimePreviewProps {
  preview: PayPreview;
  /** The rule begins before today: what it owes is shown. */
  isPast: boolean;
}

/** Whom the rule pays differently, and by how much. */
export function OvertimePreview({ preview: { people, range }, isPast }: OvertimePreviewProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const changed = people.filter(
    ({ difference_cents, overtime_minutes_before, overtime_minutes_after }) =>
      difference_cents === null
        ? overtime_minutes_before !== overtime_minutes_after
        : difference_cents !== 0,
  );
  const hasDouble = changed.some(
    (row) => row.double_time_minutes_before + row.double_time_minutes_after > 0,
  );
  const hasPremiums = changed.some(
    ({ premium_cents_before, premium_cents_after }) => premium_cents_before !== premium_cents_after,
  );
  const pair = (
    id: 'double' | 'premium',
    pick: (row: Row) => { before: string; after: string },
  ): Column<Row>[] =>
    (['before', 'after'] as const).map((when) => ({
      id: `${id}-${when}`,
      header: t(`overtime.${id}.${when}`),
      align: 'end',
      cell: (row) => pick(row)[when],
    }));
  const title =
    isPast && range
      ? t('overtime.owed', { range: format.dateRange(range.start, range.end) })
      : t('overtime.preview');
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-[620] text-sm">{title}</h3>
      {isPast && <p className="text-muted text-sm">{t('overtime.owedText')}</p>}
      <DataTable
        label={title}
        rows={changed}
        rowKey={({ employee_id }) => employee_id}
        empty={
          <Notice tone="info">{t(isPast ? 'overtime.nothingOwed' : 'overtime.noChange')}</Notice>
        }
        columns={[
          {
            id: 'name',
            header: t('overtime.employee'),
            card: 'title',
            cell: (row) => employeeName(row),
          },
          {
            id: 'before',
            header: t('overtime.before'),
            align: 'end',
            cell: (row) => formatHoursMinutes(row.overtime_minutes_before * 60),
          },
          {
            id: 'after',
            header: t('overtime.after'),
            align: 'end',
            cell: (row) => formatHoursMinutes(row.overtime_minutes_after * 60),
          },
          ...(hasDouble
            ? pair('double', (row) => ({
                before: formatHoursMinutes(row.double_time_minutes_before * 60),
                after: formatHoursMinutes(row.double_time_minutes_after * 60),
              }))
            : []),
          ...(hasPremiums
            ? pair('premium', (row) => ({
                before: format.moneyFromCents(row.premium_cents_before),
                after: format.moneyFromCents(row.premium_cents_after),
              }))
            : []),
          {
            id: 'difference',
            header: t('overtime.difference'),
            align: 'end',
            card: 'aside',
            cell: ({ difference_cents }) =>
              difference_cents === null ? '–' : format.moneyFromCents(difference_cents),
          },
        ]}
      />
    </div>
  );
}
