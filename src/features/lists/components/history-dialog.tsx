import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { useCustomChanges } from '@/entities/custom-field/use-custom-changes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { listQuery, type RowEvent, rowHistoryQuery } from '@/features/lists/api/queries';
import { showCell } from '@/features/lists/cell-values';
import { definitionOf } from '@/features/lists/definitions';
import { type ListDefinition, type ListRow, titleOf } from '@/features/lists/list-definition';
import { useCellContext } from '@/features/lists/use-cell-context';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const NOTHING = '–';

interface HistoryDialogProps {
  definition: ListDefinition;
  row: ListRow;
  onClose: () => void;
}

/** Who changed what in a row, newest first. */
export function HistoryDialog({ definition, row, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const labelOf = useColumnLabel();
  const companyId = useViewer().company?.id ?? '';
  const history = useQuery(rowHistoryQuery(companyId, definition.name, row.id));
  const ownChangesOf = useCustomChanges(history.data);
  const people = definitionOf('employees');
  const { data: employees = [] } = useQuery(listQuery(companyId, people));
  const { context } = useCellContext(definition);
  const nameOf = (account: string | null): string => {
    const found = employees.find((person) => account !== null && person['user_id'] === account);
    return found ? titleOf(people, found) : t('history.system');
  };
  const changesOf = ({ before, after }: RowEvent) =>
    [...definition.columns.map(({ key }) => key), definition.archive?.column ?? '']
      .filter((key, index, all) => key !== '' && all.indexOf(key) === index)
      .map((key) => {
        const column = definition.columns.find((one) => one.key === key);
        const show = (value: unknown): string =>
          (column ? showCell(column, value, context) : value ? context.yes : context.no) || NOTHING;
        return { key, from: show(before?.[key]), to: show(after?.[key]) };
      })
      .filter(({ from, to }) => from !== to);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('history.title', { name: titleOf(definition, row) })}>
        <DialogBody>
          <Loaded query={history} skeleton={<ListSkeleton />}>
            {history.data?.length === 0 && <EmptyState title={t('history.empty')} />}
            <ol className="flex flex-col gap-4">
              {history.data?.map((event) => (
                <li key={event.id} className="text-sm">
                  <p className="text-muted">
                    {format.dateTime(event.occurred_at)} · {nameOf(event.actor_id)} ·{' '}
                    {t(`history.${event.action}`)}
                  </p>
                  {event.reason && <p>{event.reason}</p>}
                  <ul>
                    {[
                      ...changesOf(event).map((one) => ({ ...one, name: labelOf(one.key) })),
                      ...ownChangesOf(event).map(({ id, name, from, to }) => ({
                        key: id,
                        name,
                        from: from || NOTHING,
                        to: to || NOTHING,
                      })),
                    ].map(({ key, name, from, to }) => (
                      <li key={key}>
                        <span className="text-muted">{name}:</span>{' '}
                        {event.action === 'updated' ? `${from} → ${to}` : event.after ? to : from}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
