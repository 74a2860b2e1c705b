import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import {
  isArchived,
  isMerged,
  type ListDefinition,
  type ListRow,
  titleOf,
} from '@/features/lists/list-definition';
import { useTranslation } from '@/lib/use-translation';

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
  /** Opens the row as a form. */
  onEdit?: (id: string) => void;
  onArchive: (ids: string[]) => Promise<unknown>;
}

/** Shown for the rows it was opened for, whichever are chosen or shown meanwhile. */
interface OpenDialog {
  kind: 'history' | 'merge' | 'delete';
  of: readonly [ListRow, ...ListRow[]];
}

/** What can be done with the chosen rows. */
export function RowActions(props: RowActionsProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <>
      <RowButtons {...props} onOpen={setDialog} />
      {dialog && <RowDialog {...props} {...dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function RowButtons(props: RowActionsProps & { onOpen: (dialog: OpenDialog) => void }) {
  const { definition, selected, number, readOnly, onEdit, onArchive, onOpen } = props;
  const manages = useIsPrivileged();
  const { t } = useTranslation('lists');
  const [first, ...others] = selected;
  if (!first) return null;
  const archived = isArchived(definition, first);
  const merged = selected.some((row) => isMerged(row));
  const open = (kind: OpenDialog['kind']) => onOpen({ kind, of: [first, ...others] });
  const put = () =>
    definition.archive ? void onArchive(selected.map(({ id }) => id)) : open('delete');
  const verb = definition.archive ? (archived ? 'restore' : 'archive') : 'delete';
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3">
      <span className="text-muted">
        {selected.length > 1
          ? t('rows.chosen', { count: selected.length })
          : t('rows.one', { number })}
      </span>
      {definition.name === 'cost_codes' && selected.length === 1 && (
        <Link
          className="text-primary hover:underline"
          to={`/time-tracker?period=week&code=${first.id}`}
        >
          {t('rows.time')}
        </Link>
      )}
      {!readOnly && onEdit && selected.length === 1 && (
        <Button variant="link" size="inline" onClick={() => onEdit(first.id)}>
          {t('rows.edit')}
        </Button>
      )}
      {manages && selected.length === 1 && (
        <Button variant="link" size="inline" onClick={() => open('history')}>
          {t('history.open')}
        </Button>
      )}
      {!readOnly && !merged && definition.mergeable && selected.length === 1 && (
        <Button variant="link" size="inline" onClick={() => open('merge')}>
          {t('merge.open')}
        </Button>
      )}
      {!readOnly && !merged && (
        <Button variant="link" size="inline" onClick={put}>
          {t(`rows.${verb}`)}
        </Button>
      )}
    </div>
  );
}

function RowDialog(props: RowActionsProps & OpenDialog & { onClose: () => void }) {
  const { definition, rows, kind, of, onArchive, onClose } = props;
  const { t } = useTranslation('lists');
  const [first] = of;
  if (kind === 'delete')
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={
          of.length > 1
            ? t('rows.deleteMany', { count: of.length })
            : t('rows.deleteOne', {
                name: titleOf(definition, first) || t(`list.${definition.name}`),
              })
        }
        confirmLabel={t('rows.delete')}
        onConfirm={() => {
          onClose();
          void onArchive(of.map(({ id }) => id));
        }}
      />
    );
  return (
    <Suspense>
      {kind === 'history' ? (
        <HistoryDialog definition={definition} row={first} onClose={onClose} />
      ) : (
        <MergeDialog definition={definition} row={first} others={rows} onClose={onClose} />
      )}
    </Suspense>
  );
}
