import { useQuery } from '@tanstack/react-query';
import { Download, FileUp, Plus, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import type { Selection } from '@/components/shared/grid/grid-types';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Kbd } from '@/components/ui/kbd';
import { useViewer } from '@/entities/viewer/use-viewer';
import { listQuery } from '@/features/lists/api/queries';
import { useSaveRows } from '@/features/lists/api/save-rows';
import { showCell } from '@/features/lists/cell-values';
import { CardRows } from '@/features/lists/components/card-rows';
import { ColumnsMenu } from '@/features/lists/components/columns-menu';
import { DraftBar } from '@/features/lists/components/draft-bar';
import { ListGrid, STATE } from '@/features/lists/components/list-grid';
import { ListNav } from '@/features/lists/components/list-nav';
import { ListToolbar } from '@/features/lists/components/list-toolbar';
import { RowActions } from '@/features/lists/components/row-actions';
import { summarize } from '@/features/lists/drafts';
import { isArchived, type ListDefinition, type ListName } from '@/features/lists/list-definition';
import { shownRows } from '@/features/lists/shown-rows';
import { useCellContext } from '@/features/lists/use-cell-context';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useListEditing } from '@/features/lists/use-list-editing';
import { useShownColumns } from '@/features/lists/use-shown-columns';
import { USUAL_DELAYS, USUAL_UNITS } from '@/features/lists/usual-rows';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
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
const FILTERS = ['find', 'filter', 'show'];

/** One list: header, filters, grid (cards on a phone), and what is not saved yet. */
export function ListWorkspace({ definition }: { definition: ListDefinition }) {
  const { t } = useTranslation('lists');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const readOnly = definition.ownersOnly === true && employee?.role !== 'owner';
  const narrow = useIsMobile();
  const labelOf = useColumnLabel();
  const [params, change] = useAddressParams();
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

  const filter = {
    search: params.get('find') ?? '',
    chosen: params.get('filter') ?? '',
    archived: params.get('show') === 'archived',
  };
  const { search, chosen, archived } = filter;
  const rows = useMemo(
    () =>
      shownRows(data, definition, context, drafts, added, { search, chosen, archived }).map(
        (row) => ({
          ...row,
          texts: {
            ...row.texts,
            [STATE]: row.isNew
              ? t('state.new')
              : row.before
                ? t('state.changed')
                : t(archived ? 'state.archived' : 'state.active'),
          },
        }),
      ),
    [data, definition, context, drafts, added, search, chosen, archived, t],
  );
  const summary = useMemo(
    () => summarize(drafts, definition, context),
    [drafts, definition, context],
  );
  const filterColumn = definition.columns.find(({ key }) => key === definition.filter);
  const choices = useMemo(
    () =>
      filterColumn
        ? [...new Set(data.map((row) => showCell(filterColumn, row[filterColumn.key], context)))]
            .filter(Boolean)
            .sort((a, b) => a.localeCompare(b))
        : [],
    [data, filterColumn, context],
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
  const usual: readonly object[] =
    definition.name === 'units'
      ? USUAL_UNITS.map((name) => ({ name, description: t(`usual.${name}`) }))
      : definition.name === 'delay_reasons'
        ? USUAL_DELAYS
        : [];
  const addUsual = (): void => {
    void editing.write(
      usual.map((values) => ({ id: uuidv7(), new: true as const, values: { ...values } })),
    );
  };
  const download = (): void => {
    const head = columns.map(({ key }) => labelOf(key));
    const body = rows.map(({ texts }) =>
      columns.map(({ key }) => (texts as Record<string, string>)[key] ?? ''),
    );
    downloadFile(
      `${definition.name.replaceAll('_', '-')}.csv`,
      'text/csv',
      csvText([head, ...body]),
    );
  };
  const isEmpty = data.length === 0 && drafts.size === 0;

  return (
    <>
      <PageHeader
        title={t('title')}
        description={narrow ? undefined : t('description')}
        actions={
          <>
            {!readOnly && (
              <Button onClick={editing.undo} disabled={!editing.canUndo || editing.saving}>
                <Undo2 aria-hidden="true" />
                {t('undo')}
              </Button>
            )}
            <Button asChild>
              <Link to="/management/import">
                <FileUp aria-hidden="true" />
                {t('import')}
              </Link>
            </Button>
            <Button onClick={download} disabled={rows.length === 0}>
              <Download aria-hidden="true" />
              {t('export')}
            </Button>
            {!readOnly && (
              <Button variant="primary" onClick={add}>
                <Plus aria-hidden="true" />
                {t('add')}
              </Button>
            )}
          </>
        }
      />
      <div className="flex gap-4 max-md:flex-col max-md:gap-0">
        <ListNav
          current={definition.name}
          narrow={narrow}
          onChoose={(name) => change('list', name)}
        />
        <Card className="flex-1 self-start">
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
              <EmptyState
                title={t('empty.title')}
                text={readOnly ? t('ownersOnly') : t('empty.text')}
                action={
                  !readOnly &&
                  usual.length > 0 && (
                    <Button busy={editing.saving} onClick={addUsual}>
                      {t('empty.usual')}
                    </Button>
                  )
                }
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
              />
            )}
          </Loaded>
          {!narrow && (
            <footer className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t px-4 py-2.5 text-muted text-sm">
              {readOnly ? (
                t('ownersOnly')
              ) : (
                <>
                  <Kbd>Enter</Kbd> {t('keys.down')} <Kbd>Tab</Kbd> {t('keys.right')}{' '}
                  <Kbd>Ctrl D</Kbd> {t('keys.fill')} <Kbd>Ctrl Z</Kbd> {t('keys.undo')}
                </>
              )}
              <RowActions
                definition={definition}
                rows={data}
                selected={selected}
                number={top + 1}
                readOnly={readOnly}
                onArchive={editing.archive}
              />
            </footer>
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
