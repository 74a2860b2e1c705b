import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { BulkDialog } from '@/features/time-tracker/components/bulk-dialog';
import { useTranslation } from '@/lib/use-translation';

export interface SelectionBarProps {
  entries: readonly TimeEntry[];
  /** Entries of the list that could be selected. */
  selectable: number;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected entries; stays in sight at the foot of the list. */
export function SelectionBar({ entries, selectable, onAll, onClear }: SelectionBarProps) {
  const { t } = useTranslation('time-tracker');
  const [changing, setChanging] = useState(false);
  if (entries.length === 0) return null;
  return (
    <div
      role="status"
      data-print="hide"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t bg-primary-soft px-5 py-3 max-md:px-4"
    >
      <p className="mr-auto font-[620]">{t('bulk.selected', { count: entries.length })}</p>
      {entries.length < selectable && (
        <Button variant="ghost" onClick={onAll}>
          {t('bulk.all', { count: selectable })}
        </Button>
      )}
      <Button variant="ghost" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      <Button variant="primary" onClick={() => setChanging(true)}>
        {t('bulk.change')}
      </Button>
      {changing && (
        <BulkDialog
          entries={entries}
          onDone={() => {
            setChanging(false);
            onClear();
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}
