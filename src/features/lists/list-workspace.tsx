import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import type { Selection } from '@/components/shared/grid/grid-types';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { listQuery } from '@/features/lists/api/queries';
import { useSaveRows } from '@/features/lists/api/save-rows';
import { CardRows } from '@/features/lists/components/card-rows';
import { ColumnsMenu } from '@/features/lists/components/columns-menu';
import { DraftBar } from '@/features/lists/components/draft-bar';
import { EmptyList } from '@/features/lists/components/empty-list';
import { ListFooter } from '@/features/lists/components/list-footer';
import { ListGrid } from '@/features/lists/components/list-grid';
import { ListHeader } from '@/features/lists/components/list-header';
import { ListNav } from '@/features/lists/components/list-nav';
import { ListToolbar } from '@/features/lists/components/list-toolbar';
import { summarize } from '@/features/lists/drafts';
import { isArchived, type ListDefinition, type ListName } from '@/features/lists/list-definition';
import { useCellContext } from '@/features/lists/use-cell-context';
import { useListEditing } from '@/features/lists/use-list-editing';
import { useShownColumns } from '@/features/lists/use-shown-columns';
import { useShownRows } from '@/features/lists/use-shown-rows';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useIsMobile } from '@/lib/use-media-query';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';
import { uuidv7 } from '@/lib/uuid';

const RecordDialog = lazy(async () => ({
  default: (await import('@/features/lists/components/record-dialog')).RecordDialog,
}));

const START: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };
const FILTERS = ['find', 'filter', 'show', 'sort'];

/** One list: header, filters, grid (cards on a phone), and what is not saved yet. */
export function ListWorkspace({ definition }: { definition: ListDefinition }) {
  const { t } = useTranslation('lists');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const readOnly = definition.ownersOnly === true && employee?.role !== 'owner';
  const narrow = useIsMobile();
  const [, change] = useAddressParams();
  const [selection, setSelection] = useState(START);
  const [record, setRecord] = useState<string | 'new' | null>(null);
  const list = useQuery(listQuery(companyId, definition));
  useLiveTable({
    table: definition.name,
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.lists],
  });
  const { data = [] } = list;
  const { context, isPending } = useCellContext(definition);
  const { columns, toggle } = useShownColumns(definition);
  const editing = useListEditing({ definition, rows: data, context, companyId });
  const addElsewhere = useSaveRows(companyId);
  const { drafts, added } = editing;
  useUnsavedWarning(drafts.size > 0, FILTERS);

  const { rows, choices, archived, sort, sortBy } = useShownRows({
    definition,
    saved: data,
    context,
    drafts,
    added,
  });
  const summary = useMemo(
    () => summarize(drafts, definition, context),
    [drafts, definition, context],
  );
  const top = Math.min(selection.active.row, selection.anchor.row);
  const bottom = Math.max(selection.active.row, selection.anchor.row);
  const chosenKeys = new Set(rows.slice(top, bottom + 1).map(({ key }) => key));
  const selected = data.filter(({ id }) => chosenKeys.has(id));

  const add = (): void => {
    if (narrow) {
      setRecord('new');
      return;
    }
    const place = { row: rows.length, column: 0 };
    setSelection({ active: place, anchor: place });
    document.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };
  const addTo = (other: ListName, name: string, then: () => void): void => {
    const rowsToAdd = [{ id: uuidv7(), new: true as const, values: { name } }];
    addElsewhere.mutate({ list: other, rows: rowsToAdd }, { onSuccess: then });
  };
  const isEmpty = data.length === 0 && drafts.size === 0;

  return (
    <>
      <ListHeader
        definition={definition}
        columns={columns}
        rows={rows}
        narrow={narrow}
        readOnly={readOnly}
        canUndo={editing.canUndo && !editing.saving}
        onUndo={editing.undo}
        onAdd={add}
      />
      <div className="flex gap-4 max-lg:flex-col max-lg:gap-0">
        <ListNav current={definition.name} onChoose={(name) => change('list', name)} />
        <Card className="flex-1 self-start max-lg:self-stretch">
          <ListToolbar
            definition={definition}
            choices={choices}
            count={rows.length}
            archivedCount={data.filter((row) => isArchived(definition, row)).length}
          >
            {!narrow && (
              <ColumnsMenu columns={definition.columns} shown={columns} onToggle={toggle} />
            )}
          </ListToolbar>
          {(summary.waiting > 0 || editing.failure) && (
            <DraftBar
              summary={summary}
              saving={editing.saving}
              failure={editing.failure}
              onSave={() => void editing.saveAll()}
              onDiscard={editing.discard}
            />
          )}
          <Loaded
            query={{ ...list, isPending: list.isPending || isPending }}
            skeleton={<TableSkeleton />}
          >
            {isEmpty && (
              <EmptyList
                name={definition.name}
                readOnly={readOnly}
                saving={editing.saving}
                write={editing.write}
              />
            )}
            {!isEmpty && rows.length === 0 && <EmptyState title={t('empty.search')} />}
            {narrow ? (
              <CardRows definition={definition} columns={columns} rows={rows} onOpen={setRecord} />
            ) : (
              <ListGrid
                definition={definition}
                columns={columns}
                rows={rows}
                drafts={drafts}
                context={context}
                readOnly={readOnly}
                growing={!archived}
                selection={selection}
                onSelect={setSelection}
                onChange={editing.change}
                onUndo={editing.undo}
                onAdd={addTo}
                sort={sort}
                onSort={sortBy}
              />
            )}
          </Loaded>
          {!narrow && (
            <ListFooter
              definition={definition}
              rows={data}
              selected={selected}
              number={top + 1}
              readOnly={readOnly}
              onArchive={editing.archive}
            />
          )}
        </Card>
      </div>
      <Suspense>
        {record && (
          <RecordDialog
            definition={definition}
            row={data.find(({ id }) => id === record) ?? null}
            context={context}
            write={editing.write}
            saving={editing.saving}
            onClose={() => setRecord(null)}
          />
        )}
      </Suspense>
    </>
  );
}
