import { Suspense, useState } from 'react';
import type { Selection } from '@/components/shared/grid/grid-types';
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
import { useOpenList } from '@/features/lists/use-open-list';
import { useAddressParams } from '@/lib/use-address-params';
import { useIsMobile } from '@/lib/use-media-query';

const RecordDialog = lateDialog(async () => ({
  default: (await import('@/features/lists/components/record-dialog')).RecordDialog,
}));

const START: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

/** One list: header, filters, grid (cards on a phone), and what is not saved yet. */
export function ListWorkspace({ definition }: { definition: ListDefinition }) {
  const narrow = useIsMobile();
  const [, change] = useAddressParams();
  const [selection, setSelection] = useState(START);
  const [record, setRecord] = useState<string | 'new' | null>(null);
  const list = useOpenList(definition);
  const { saved, rows, columns, editing, readOnly, summary } = list;
  const top = Math.min(selection.active.row, selection.anchor.row);
  const bottom = Math.max(selection.active.row, selection.anchor.row);
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
            selection={selection}
            onSelect={setSelection}
            onOpen={setRecord}
          />
          {!narrow && (
            <ListFooter
              definition={definition}
              rows={saved}
              selected={saved.filter(({ id }) => chosenKeys.has(id))}
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
            row={saved.find(({ id }) => id === record) ?? null}
            context={list.context}
            write={editing.write}
            saving={editing.saving}
            onClose={() => setRecord(null)}
          />
        )}
      </Suspense>
    </>
  );
}
