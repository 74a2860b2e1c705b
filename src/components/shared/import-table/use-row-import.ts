import { useTranslation } from 'react-i18next';
import { errorWords } from '@/lib/errors';
import { toast, UNDO_MILLISECONDS } from '@/lib/toast';

/** Ids travel in the address, which may not be long. */
const IDS_AT_ONCE = 100;

export interface RowImport<Row, Checked> {
  check: (rows: readonly Row[]) => Promise<Checked>;
  /** Adds all rows or none; the ids of what was made. */
  add: (rows: readonly Row[]) => Promise<readonly string[]>;
  undo: (ids: readonly string[]) => Promise<unknown>;
  refresh: () => Promise<unknown>;
  /** What is said afterwards. */
  added: (count: number) => string;
  undone: string;
}

/** Checking rows, then adding them all with a way back; failures are told here. */
export function useRowImport<Row, Checked>(source: RowImport<Row, Checked>) {
  const { t } = useTranslation('common');
  const report = (cause: unknown): never => {
    toast.error(t('error.title'), { description: errorWords(cause) });
    throw cause;
  };
  const undo = async (ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      await source.undo(ids.slice(from, from + IDS_AT_ONCE));
    }
    toast.success(source.undone);
    await source.refresh();
  };
  return {
    check: (rows: readonly Row[]) => source.check(rows).catch(report),
    importAll: async (rows: readonly Row[]) => {
      const ids = await source.add(rows).catch(report);
      toast.success(source.added(ids.length), {
        duration: UNDO_MILLISECONDS,
        action: { label: t('action.undo'), onClick: () => void undo(ids).catch(report) },
      });
      await source.refresh();
    },
  };
}
