import { useId, useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Paper } from '@/components/shared/paper';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Grouping } from '@/features/dashboard/api/report-query';
import { useReportChoices } from '@/features/dashboard/report/report-choices';
import { ReportFields } from '@/features/dashboard/report/report-fields';
import { ReportTable } from '@/features/dashboard/report/report-table';
import { useReport } from '@/features/dashboard/report/use-report';
import { useSaveReport } from '@/features/dashboard/report/use-save-report';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Period and grouping, the rows as they will be, then the file. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const choices = useReportChoices(useViewer().company?.time_zone ?? 'UTC');
  const { range, grouping, thenBy } = choices;
  const [cost, setCost] = useState(false);
  const costId = useId();
  const report = useReport({ range, grouping, thenBy, cost });
  const named = useGroupNames();
  const { save, sheetOf } = useSaveReport();
  const rows = report.rows.map((row) => ({
    ...row,
    label: named(row.label, grouping),
    then_label: named(row.then_label, thenBy),
  }));
  const shown = { rows, grouping, thenBy, withCost: report.asksCost };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('report.open')} width="large">
        <Paper sheet={() => (range && rows.length > 0 ? sheetOf({ range, ...shown }) : null)} />
        <DialogBody className="flex flex-col gap-4 pb-0!">
          <ReportFields choices={choices} />
          {report.mayCost && (
            <SwitchRow
              id={costId}
              label={t('report.withCost')}
              text={t('report.withCostText')}
              checked={cost}
              onCheckedChange={setCost}
            />
          )}
          {report.unratedMinutes > 0 && (
            <Notice tone="attention">
              {t('report.unrated', { hours: formatDuration(report.unratedMinutes * 60) })}
            </Notice>
          )}
          <Loaded query={report.query} skeleton={<TableSkeleton rows={4} />}>
            <ReportTable {...shown} />
          </Loaded>
        </DialogBody>
        <DialogFooter>
          {(['csv', 'xlsx', 'pdf'] as const).map((kind) => (
            <Button
              key={kind}
              variant={kind === 'pdf' ? 'primary' : 'outline'}
              disabled={rows.length === 0}
              onClick={() => range && void save(kind, { range, ...shown })}
            >
              {t(`report.${kind}`)}
            </Button>
          ))}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Days, weeks and months are told as this person writes dates; everything else has its own name. */
function useGroupNames() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return (label: string | null, by: Grouping | null) => {
    if (label === null) return null;
    if (by === 'day') return format.weekdayDate(label);
    if (by === 'week') return t('report.weekOf', { date: format.date(label) });
    return by === 'month' ? format.month(label) : label;
  };
}
