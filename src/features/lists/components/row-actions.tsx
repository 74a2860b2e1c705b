import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import {
  isArchived,
  type ListDefinition,
  type ListRow,
  titleOf,
} from '@/features/lists/list-definition';

const HistoryDialog = lateDialog(async () => ({
  default: (await import('@/features/lists/components/history-dialog')).HistoryDialog,
}));
const MergeDialog = lateDialog(async () => ({
  default: (await import('@/features/lists/components/merge-dialog')).MergeDialog,
}));

interface RowActionsProps {
  definition: ListDefinition;
  rows: readonly ListRow[];
  /** The chosen ones. */
  selected: readonly ListRow[];
  /** Number of the first one, as the grid counts. */
  number: number;
  readOnly: boolean;
  onArchive: (ids: string[]) => Promise<unknown>;
}

/** What can be done with the chosen rows. */
export function RowActions(props: RowActionsProps) {
  const { definition, rows, selected, number, readOnly, onArchive } = props;
  const { t } = useTranslation(['lists', 'common']);
  const [open, setOpen] = useState<'history' | 'merge' | 'delete' | null>(null);
  const [first] = selected;
  const close = () => setOpen(null);
  if (!first) return null;
  const archived = isArchived(definition, first);
  const ids = selected.map(({ id }) => id);
  const put = () => (definition.archive ? void onArchive(ids) : setOpen('delete'));
  const verb = definition.archive ? (archived ? 'restore' : 'archive') : 'delete';
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3">
      <span className="text-muted">
        {selected.length > 1
          ? t('rows.chosen', { count: selected.length })
          : t('rows.one', { number })}
      </span>
      {selected.length === 1 && (
        <Button variant="link" size="inline" onClick={() => setOpen('history')}>
          {t('history.open')}
        </Button>
      )}
      {!readOnly && definition.mergeable && selected.length === 1 && (
        <Button variant="link" size="inline" onClick={() => setOpen('merge')}>
          {t('merge.open')}
        </Button>
      )}
      {!readOnly && (
        <Button variant="link" size="inline" onClick={put}>
          {t(`rows.${verb}`)}
        </Button>
      )}
      <Suspense>
        {open === 'history' && (
          <HistoryDialog definition={definition} row={first} onClose={close} />
        )}
        {open === 'merge' && (
          <MergeDialog definition={definition} row={first} others={rows} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={
          selected.length > 1
            ? t('rows.deleteMany', { count: selected.length })
            : t('rows.deleteOne', {
                name: titleOf(definition, first) || t(`list.${definition.name}`),
              })
        }
        confirmLabel={t('rows.delete')}
        onConfirm={() => {
          close();
          void onArchive(ids);
        }}
      />
    </div>
  );
}
