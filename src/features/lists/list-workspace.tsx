import { type ReactNode, Suspense, useState } from 'react';
import { rangeOf } from '@/components/shared/grid/grid-types';
import { useRowSelection } from '@/components/shared/grid/use-row-selection';
import { lateDialog } from '@/components/shared/late-dialog';
import { Card } from '@/components/ui/card';
import { ColumnsMenu } from '@/features/lists/components/columns-menu';
import { DraftBar } from '@/features/lists/components/draft-bar';
import { ListBody } from '@/features/lists/components/list-body';
import { ListFooter } from '@/features/lists/components/list-footer';
import { ListHeader } from '@/features/lists/components/list-header';
import { ListNav } from '@/features/lists/components/list-nav';
import { ListToolbar } from '@/features/lists/components/list-toolbar';
import { isArchived, type ListDefinition } from '@/features/lists/list-definition';
import { type OpenList, useOpenList } from '@/features/lists/use-open-list';
import { useAddressParams } from '@/lib/use-address-params';
import { useIsMobile } from '@/lib/use-media-query';

const RecordDialog = lateDialog(async () => ({
  default: (await import('@/features/lists/components/record-dialog')).RecordDialog,
}));

/** A list that has a screen of its own, beside its place among all lists. */
export interface OwnScreen {
  title: string;
  addLabel: string;
  /** Further buttons of its header. */
  actions: (list: OpenList) => ReactNode;
  /** Shown while nothing is in it. */
  empty: (list: OpenList) => ReactNode;
}

interface ListWorkspaceProps {
  definition: ListDefinition;
  screen?: OwnScreen;
}

/** One list: header, filters, grid (cards on a phone), and what is not saved yet. */
export function ListWorkspace({ definition, screen }: ListWorkspaceProps) {
  const narrow = useIsMobile();
  const [, change] = useAddressParams();
  const [record, setRecord] = useState<string | 'new' | null>(null);
  const list = useOpenList(definition);
  const { saved, rows, columns, editing, readOnly, summary } = list;
  const [selection, setSelection] = useRowSelection(rows);
  const { top, bottom } = rangeOf(selection);
  const chosenKeys = new Set(rows.slice(top, bottom + 1).map(({ key }) => key));

  const add = (): void => {
    if (narrow) {
      setRecord('new');
      return;
    }
    const place = { row: rows.length, column: 0 };
    setSelection({ active: place, anchor: place });
    document.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };

  return (
    <>
      <ListHeader
        definition={definition}
        columns={columns}
        rows={rows}
        saved={saved}
        narrow={narrow}
        readOnly={readOnly}
        canUndo={editing.canUndo && !editing.saving}
        onUndo={editing.undo}
        onAdd={add}
        screen={screen}
      >
        {screen?.actions(list)}
      </ListHeader>
      <div className="flex gap-4 max-lg:flex-col max-lg:gap-0">
        {!screen && <ListNav current={definition.name} onChoose={(name) => change('list', name)} />}
        <Card className="flex-1 self-start max-lg:self-stretch">
          <ListToolbar
            definition={definition}
            choices={list.choices}
            count={rows.length}
            archivedCount={saved.filter((row) => isArchived(definition, row)).length}
          >
            {!narrow && (
              <ColumnsMenu columns={definition.columns} shown={columns} onToggle={list.toggle} />
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
          <ListBody
            list={list}
            narrow={narrow}
            empty={screen?.empty(list)}
            selection={selection}
            onSelect={setSelection}
            onOpen={readOnly ? undefined : setRecord}
          />
          {!narrow && (
            <ListFooter
              definition={definition}
              rows={saved}
              selected={saved.filter(({ id }) => chosenKeys.has(id))}
              number={top + 1}
              readOnly={readOnly}
              onEdit={setRecord}
              onArchive={editing.archive}
            />
          )}
        </Card>
      </div>
      <Suspense>
        {record && (
          <RecordDialog
            list={list}
            row={saved.find(({ id }) => id === record) ?? null}
            withActions={narrow}
            onClose={() => setRecord(null)}
          />
        )}
      </Suspense>
    </>
  );
}
