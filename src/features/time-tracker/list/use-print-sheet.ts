import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useAllEntries } from '@/features/time-tracker/list/use-all-entries';
import type { ListState } from '@/features/time-tracker/list/use-list-state';

/** Fetches what is not on the screen yet, puts the sheet together and opens the printer's dialog. */
export function usePrintSheet(state: ListState) {
  const loadAll = useAllEntries(state);
  const [entries, setEntries] = useState<TimeEntry[] | null>(null);
  const [preparing, setPreparing] = useState(false);

  useEffect(() => {
    const clear = () => setEntries(null);
    window.addEventListener('afterprint', clear);
    return () => window.removeEventListener('afterprint', clear);
  }, []);

  const print = async (): Promise<void> => {
    setPreparing(true);
    try {
      const all = await loadAll();
      flushSync(() => {
        setPreparing(false);
        setEntries(all);
      });
      window.print();
    } finally {
      setPreparing(false);
    }
  };
  return { entries, preparing, print: () => void print() };
}
