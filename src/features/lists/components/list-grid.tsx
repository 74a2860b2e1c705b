import { type ReactNode, useMemo } from 'react';
import { Grid } from '@/components/shared/grid/grid';
import type {
  Edit,
  GridColumn,
  GridRow,
  GridSort,
  Selection,
} from '@/components/shared/grid/grid-types';
import type { EditKind } from '@/components/shared/grid/use-grid';
import { type CellContext, optionsOf } from '@/features/lists/cell-values';
import { CellHelp } from '@/features/lists/components/cell-help';
import { type CellProblem, type Drafts, judge, type TextChange } from '@/features/lists/drafts';
import {
  isReadOnly,
  type ListColumn,
  type ListDefinition,
  type ListName,
} from '@/features/lists/list-definition';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export const STATE = '#state';

interface ListGridProps {
  definition: ListDefinition;
  columns: readonly ListColumn[];
  rows: readonly GridRow[];
  drafts: Drafts;
  context: CellContext;
  readOnly: boolean;
  /** Whether new rows may be added below. */
  growing: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onChange: (changes: TextChange[], staged: boolean) => void;
  onUndo: () => void;
  onAdd: (list: ListName, name: string, then: () => void) => void;
  sort: GridSort | null;
  onSort: (column: string) => void;
}

/** The grid of a list: its columns and problems in the grid's terms. */
export function ListGrid(props: ListGridProps) {
  const { definition, columns, rows, drafts, context, readOnly, growing, onChange } = props;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const gridColumns = useMemo<GridColumn[]>(
    () => [
      ...columns.map((column): GridColumn => {
        const options = optionsOf(column, context);
        return {
          key: column.key,
          label: labelOf(column.key),
          width: column.width,
          align: ['number', 'minutes'].includes(column.kind.type) ? 'end' : 'start',
          readOnly: isReadOnly(column.kind),
          ...(options ? { options } : {}),
        };
      }),
      { key: STATE, label: t('state.label'), width: 92, readOnly: true },
    ],
    [columns, context, labelOf, t],
  );
  const problems = useMemo(() => {
    const all = new Map<string, Record<string, CellProblem>>();
    for (const draft of drafts.values()) {
      const { problems: found, missing } = judge(draft, definition, context);
      const empty =
        draft.stage !== 'typed'
          ? Object.fromEntries(missing.map((key) => [key, { code: 'required' as const }]))
          : {};
      all.set(draft.key, { ...empty, ...found });
    }
    return all;
  }, [drafts, definition, context]);

  const edit = (edits: Edit[], kind: EditKind): void => {
    const keys = new Map<number, string>();
    const changes = edits.map(({ row, column, text }) => {
      const key = rows[row]?.key ?? keys.get(row) ?? uuidv7();
      keys.set(row, key);
      return { key, column, text };
    });
    onChange(changes, kind === 'pasted' && keys.size > 1);
  };
  const problemOf = (row: GridRow, { key }: GridColumn): ReactNode => {
    const problem = problems.get(row.key)?.[key];
    const column = definition.columns.find((one) => one.key === key);
    if (!problem || !column) return null;
    const text = row.texts[key] ?? '';
    const use = (next: string) => onChange([{ key: row.key, column: key, text: next }], false);
    return (
      <CellHelp
        column={column}
        text={text}
        problem={problem}
        context={context}
        onUse={use}
        onAdd={(list, name) => props.onAdd(list, name, () => use(name))}
      />
    );
  };
  return (
    <Grid
      label={t(`list.${definition.name}`)}
      hint={t('keys.leave')}
      columns={gridColumns}
      rows={rows}
      newRowLabel={growing ? t('newRow') : undefined}
      readOnly={readOnly}
      selection={props.selection}
      onSelect={props.onSelect}
      onEdit={edit}
      onUndo={props.onUndo}
      problemOf={problemOf}
      sort={props.sort}
      onSort={props.onSort}
    />
  );
}
