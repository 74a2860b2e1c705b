import { useRef } from 'react';
import { usePaper } from '@/components/shared/paper';
import { Button } from '@/components/ui/button';
import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';
import { useAllEntries } from '@/features/time-tracker/list/use-all-entries';
import { useDownloadCsv } from '@/features/time-tracker/list/use-download-csv';
import { useEntriesSheet } from '@/features/time-tracker/list/use-entries-sheet';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { useTranslation } from '@/lib/use-translation';

export interface EntriesFooterProps {
  state: ListState;
  summary: ListSummary;
  /** Those that are here. */
  entries: readonly TimeEntry[];
}

/** What can be done with the list as it is on the screen: its days, its filters, its order. */
export function EntriesFooter({ state, summary, entries }: EntriesFooterProps) {
  const { t } = useTranslation('time-tracker');
  const loadAll = useAllEntries(state);
  const sheetOf = useEntriesSheet(state, summary);
  // Printed from the browser's menu it has the rows that are here, and says so.
  const all = useRef<readonly TimeEntry[]>(null);
  const paper = usePaper({
    prepare: async () => {
      all.current = await loadAll();
    },
    sheet: () => {
      const everything = all.current;
      all.current = null;
      return sheetOf(everything ?? entries);
    },
  });
  const csv = useDownloadCsv(state);
  const running = summary.running.length;
  return (
    <div
      data-print="hide"
      className="flex flex-wrap items-center gap-2 border-t px-5 py-3 max-md:px-4"
    >
      <Button busy={csv.isPending} onClick={() => csv.mutate()}>
        {t('exportCsv')}
      </Button>
      <Button busy={paper.preparing} onClick={paper.print}>
        {t('print')}
      </Button>
      <p className="ml-auto text-muted text-sm">
        {t('count', { count: summary.entries })}
        {running > 0 && ` · ${t('onClock', { count: running })}`}
      </p>
      {paper.paper}
    </div>
  );
}
