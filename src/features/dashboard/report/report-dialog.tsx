import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { DataTable } from '@/components/shared/data-table/data-table';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { GROUPINGS, type Grouping, type ReportRow } from '@/features/dashboard/api/report-query';
import {
  type ReportContent,
  reportCsv,
  reportPdf,
  reportWorkbook,
} from '@/features/dashboard/report/report-files';
import { useReport } from '@/features/dashboard/report/use-report';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';

const DAY_MS = 86_400_000;
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Period and grouping, the rows as they will be, then the file. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const format = useFormat();
  const { company } = useViewer();
  const zone = company?.time_zone ?? 'UTC';
  const [from, setFrom] = useState<DateInputValue>(() => dateOf(serverNow() - 13 * DAY_MS, zone));
  const [to, setTo] = useState<DateInputValue>(() => dateOf(serverNow(), zone));
  const [grouping, setGrouping] = useState<Grouping>('employee');
  const [second, setSecond] = useState<Grouping | 'none'>('none');
  const thenBy = second === 'none' || second === grouping ? null : second;
  const valid =
    from !== null && from !== 'invalid' && to !== null && to !== 'invalid' && from <= to;
  const [cost, setCost] = useState(false);
  const costId = useId();
  const report = useReport({
    range: valid ? { start: from, end: to } : null,
    grouping,
    thenBy,
    cost,
  });
  const named = (label: string | null, by: Grouping | null) => {
    if (label === null) return null;
    if (by === 'day') return format.weekdayDate(label);
    if (by === 'week') return t('report.weekOf', { date: format.date(label) });
    return by === 'month' ? format.month(label) : label;
  };
  const rows = report.rows.map((row) => ({
    ...row,
    label: named(row.label, grouping),
    then_label: named(row.then_label, thenBy),
  }));
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const cents = rows.reduce((sum, row) => sum + (row.cents ?? 0), 0);

  const save = async (kind: 'pdf' | 'csv' | 'xlsx') => {
    if (!valid) return;
    const content: ReportContent = {
      title: thenBy
        ? t('report.byBoth', {
            grouping: t(`report.grouping.${grouping}`),
            thenBy: t(`report.grouping.${thenBy}`),
          })
        : t('report.by', { grouping: t(`report.grouping.${grouping}`) }),
      company: company?.name ?? '',
      period: format.dateRange(from, to),
      headers: {
        label: t(`report.grouping.${grouping}`),
        thenBy: thenBy && t(`report.grouping.${thenBy}`),
        detail: t('report.detail'),
        hours: t('report.hours'),
        decimal: t('report.hours'),
        entries: t('report.entries'),
        cost: report.asksCost ? t('report.cost') : null,
      },
      money: format.moneyFromCents,
      total: t('report.total'),
      page: (page, pages) => t('report.page', { page, pages }),
      createdAt: new Date(serverNow()).toISOString(),
      rows,
    };
    const name = `hours_${[grouping, thenBy].filter(Boolean).join('_')}_${from}_to_${to}.${kind}`;
    try {
      if (kind === 'csv') downloadFile(name, 'text/csv', reportCsv(content));
      else if (kind === 'pdf') downloadFile(name, 'application/pdf', await reportPdf(content));
      else downloadFile(name, WORKBOOK_TYPE, await reportWorkbook(content));
    } catch (cause) {
      toast.error(t('common:error.title'), { description: errorWords(cause) });
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('report.open')} width="large">
        <DialogBody className="flex flex-col gap-4 pb-0!">
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <Field label={t('report.from')}>
              <DateInput value={from} onValueChange={setFrom} />
            </Field>
            <Field label={t('report.to')} error={valid ? undefined : t('report.wrongPeriod')}>
              <DateInput value={to} onValueChange={setTo} />
            </Field>
            <Field label={t('report.groupBy')}>
              <Select
                value={grouping}
                onValueChange={setGrouping}
                options={GROUPINGS.map((value) => ({
                  value,
                  label: t(`report.grouping.${value}`),
                }))}
              />
            </Field>
            <Field label={t('report.thenBy')}>
              <Select
                value={thenBy ?? 'none'}
                onValueChange={setSecond}
                options={[
                  { value: 'none' as const, label: t('report.thenNone') },
                  ...GROUPINGS.filter((value) => value !== grouping).map((value) => ({
                    value,
                    label: t(`report.grouping.${value}`),
                  })),
                ]}
              />
            </Field>
          </div>
          {report.mayCost && (
            <SwitchRow
              id={costId}
              label={t('report.withCost')}
              text={t('report.withCostText')}
              checked={cost}
              onChange={setCost}
            />
          )}
          {report.unratedMinutes > 0 && (
            <Notice tone="attention">
              {t('report.unrated', { hours: formatHoursMinutes(report.unratedMinutes * 60) })}
            </Notice>
          )}
          {report.error ? (
            <ErrorState error={report.error} onRetry={() => void report.refetch()} />
          ) : report.isPending && valid ? (
            <TableSkeleton rows={4} />
          ) : (
            <DataTable
              label={t('report.preview')}
              rows={rows}
              rowKey={({ group_key, then_key }) => `${group_key} ${then_key}`}
              totalLabel={t('report.total')}
              empty={<EmptyState title={t('report.empty')} />}
              columns={[
                {
                  id: 'label',
                  header: t(`report.grouping.${grouping}`),
                  card: 'title',
                  cell: ({ label }) => label ?? t('report.without'),
                },
                ...(thenBy
                  ? [
                      {
                        id: 'then',
                        header: t(`report.grouping.${thenBy}`),
                        cell: ({ then_label }: ReportRow) => then_label ?? t('report.without'),
                      },
                    ]
                  : []),
                { id: 'detail', header: t('report.detail'), cell: ({ detail }) => detail ?? '' },
                {
                  id: 'entries',
                  header: t('report.entries'),
                  align: 'end',
                  cell: ({ entries }) => entries,
                },
                {
                  id: 'hours',
                  header: t('report.hours'),
                  align: 'end',
                  card: 'aside',
                  cell: (row) => formatHoursMinutes(row.seconds),
                  total: formatHoursMinutes(seconds),
                },
                ...(report.asksCost
                  ? [
                      {
                        id: 'cost',
                        header: t('report.cost'),
                        align: 'end' as const,
                        cell: (row: ReportRow) => format.moneyFromCents(row.cents ?? 0),
                        total: format.moneyFromCents(cents),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </DialogBody>
        <DialogFooter>
          {(['csv', 'xlsx', 'pdf'] as const).map((kind) => (
            <Button
              key={kind}
              variant={kind === 'pdf' ? 'primary' : 'outline'}
              disabled={rows.length === 0}
              onClick={() => void save(kind)}
            >
              {t(`report.${kind}`)}
            </Button>
          ))}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
