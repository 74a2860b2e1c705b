import type { ReactNode } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import type { Selection } from '@/components/shared/grid/grid-types';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { useSaveRows } from '@/features/lists/api/save-rows';
import { CardRows } from '@/features/lists/components/card-rows';
import { EmptyList } from '@/features/lists/components/empty-list';
import { ListGrid } from '@/features/lists/components/list-grid';
import type { ListName } from '@/features/lists/list-definition';
import type { OpenList } from '@/features/lists/use-open-list';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

interface ListBodyProps {
  list: OpenList;
  narrow: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: ((key: string) => void) | undefined;
  /** Instead of what lists say while nothing is in them. */
  empty: ReactNode;
}

/** The rows: a grid, cards on a phone, or why there are none. */
export function ListBody({ list, narrow, selection, onSelect, onOpen, empty }: ListBodyProps) {
  const { t } = useTranslation('lists');
  const addElsewhere = useSaveRows(list.companyId);
  const addTo = (other: ListName, name: string, then: () => void): void => {
    const rowsToAdd = [{ id: uuidv7(), new: true as const, values: { name } }];
    addElsewhere.mutate({ list: other, rows: rowsToAdd }, { onSuccess: then });
  };
  const { definition, columns, rows, editing, isEmpty, readOnly } = list;
  return (
    <Loaded query={list.query} skeleton={<TableSkeleton />}>
      {isEmpty &&
        (empty ?? (
          <EmptyList
            name={definition.name}
            readOnly={readOnly}
            saving={editing.saving}
            write={editing.write}
          />
        ))}
      {!isEmpty && rows.length === 0 && <EmptyState title={t('empty.search')} />}
      {narrow ? (
        <CardRows definition={definition} columns={columns} rows={rows} onOpen={onOpen} />
      ) : (
        <ListGrid
          definition={definition}
          columns={columns}
          rows={rows}
          drafts={editing.drafts}
          context={list.context}
          readOnly={readOnly}
          growing={!list.archived}
          selection={selection}
          onSelect={onSelect}
          onChange={editing.change}
          onUndo={editing.undo}
          onAdd={addTo}
          sort={list.sort}
          onSort={list.sortBy}
        />
      )}
    </Loaded>
  );
}
