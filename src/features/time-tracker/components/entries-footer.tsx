import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import type { ListSummary } from '@/entities/time-entry/time-entry';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { PrintSheet } from '@/features/time-tracker/components/print-sheet';
import { useDownloadCsv } from '@/features/time-tracker/list/use-download-csv';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { usePrintSheet } from '@/features/time-tracker/list/use-print-sheet';

export interface EntriesFooterProps {
  state: ListState;
  summary: ListSummary;
  onExport: () => void;
}

/** Export CSV opens the payroll export for those who may see pay, and gives others their own rows. */
export function EntriesFooter({ state, summary, onExport }: EntriesFooterProps) {
  const { t } = useTranslation('time-tracker');
  const privileged = useIsPrivileged();
  const sheet = usePrintSheet(state);
  const csv = useDownloadCsv(state);
  const running = summary.running.length;
  return (
    <div
      data-print="hide"
      className="flex flex-wrap items-center gap-2 border-t px-5 py-3 max-md:px-4"
    >
      <Button busy={csv.isPending} onClick={() => (privileged ? onExport() : csv.mutate())}>
        {t('exportCsv')}
      </Button>
      <Button busy={sheet.preparing} onClick={sheet.print}>
        {t('print')}
      </Button>
      <p className="ml-auto text-muted text-sm">
        {t('count', { count: summary.entries })}
        {running > 0 && ` · ${t('onClock', { count: running })}`}
      </p>
      {sheet.entries && <PrintSheet state={state} entries={sheet.entries} summary={summary} />}
    </div>
  );
}
