import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { clear, fillDown, placeBlock, readBlock, writeBlock } from './grid-clipboard';
import type { Leave } from './grid-editor';
import { afterTab, moved, type Size } from './grid-moves';
import {
  type Edit,
  type GridColumn,
  type GridRow,
  type Place,
  rangeOf,
  type Selection,
} from './grid-types';

/** How cells got their new text; a pasted block may be looked at before it is saved. */
export type EditKind = 'typed' | 'pasted' | 'filled' | 'cleared';

export interface UseGridOptions {
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** Whether an empty row stands at the end, for new ones. */
  growing: boolean;
  readOnly: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onEdit: (edits: Edit[], kind: EditKind) => void;
  onUndo: () => void;
  /** A heading was chosen; with Alt and S it is that of the active cell. */
  onSort?: ((column: string) => void) | undefined;
  /** What keeps the focus while cells are walked. */
  holder: RefObject<HTMLElement | null>;
}

const PAGE = 15;

/** The field that is open. Its row is known by key: rows of others may come and go while one types. */
interface OpenCell {
  place: Place;
  /** None in the empty row at the end. */
  key: string | undefined;
  initial: string;
}

function placeOf({ place, key }: OpenCell, rows: readonly GridRow[]): Place {
  if (rows[place.row]?.key === key) return place;
  const row = key === undefined ? rows.length : rows.findIndex((one) => one.key === key);
  return row < 0 ? place : { ...place, row };
}

/** Keys, clipboard and the open field of a grid, as people know them from a spreadsheet. */
export function useGrid(options: UseGridOptions) {
  const { columns, rows, growing, readOnly, selection, onSelect, onEdit, onUndo, holder } = options;
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const editing = opened && { ...opened, place: placeOf(opened, rows) };
  // After Escape the next Tab leaves the grid, so that nobody is caught in it.
  const leaving = useRef(false);
  const size: Size = {
    rows: rows.length + (growing ? 1 : 0),
    columns: columns.length,
    page: PAGE,
  };
  const { active } = selection;
  const textAt = ({ row, column }: Place): string =>
    rows[row]?.texts[columns[column]?.key ?? ''] ?? '';
  const select = (place: Place): void => onSelect({ active: place, anchor: place });
  const mayEdit = (place: Place): boolean => !readOnly && !columns[place.column]?.readOnly;

  const edit = (place: Place, initial = textAt(place)): void => {
    if (!mayEdit(place)) return;
    select(place);
    setOpened({ place, key: rows[place.row]?.key, initial });
  };
  const stop = (): void => {
    setOpened(null);
    holder.current?.focus();
  };
  const commit = (text: string, leave: Leave): void => {
    if (!editing) return;
    const { place } = editing;
    const column = columns[place.column];
    setOpened(null);
    if (leave !== 'stay') holder.current?.focus();
    if (column && text.trim() !== textAt(place))
      onEdit([{ row: place.row, column: column.key, text: text.trim() }], 'typed');
    const grown = place.row >= rows.length && text.trim() !== '' ? size.rows + 1 : size.rows;
    if (leave === 'down' || leave === 'up')
      select({
        ...place,
        row: Math.max(0, Math.min(grown - 1, place.row + (leave === 'up' ? -1 : 1))),
      });
    else if (leave !== 'stay')
      select(afterTab(place, leave === 'left', { ...size, rows: grown }) ?? place);
  };

  const change = (edits: Edit[], kind: EditKind): void => {
    if (!readOnly && edits.length > 0) onEdit(edits, kind);
  };
  const shortcut = (key: string): boolean => {
    const range = rangeOf(selection);
    if (key === 'z') onUndo();
    else if (key === 'd') change(fillDown(range, rows, columns), 'filled');
    else if (key === 'a')
      onSelect({
        anchor: { row: 0, column: 0 },
        active: { row: Math.max(0, rows.length - 1), column: columns.length - 1 },
      });
    else return false;
    return true;
  };
  const tab = (back: boolean): boolean => {
    const next = leaving.current ? null : afterTab(active, back, size);
    if (next) select(next);
    return next !== null;
  };
  const press = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (key === 'Tab') return tab(event.shiftKey);
    leaving.current = key === 'Escape';
    if (event.altKey && event.code === 'KeyS') {
      options.onSort?.(columns[active.column]?.key ?? '');
      return true;
    }
    const next = moved(event, selection, size);
    if (next) onSelect(next);
    else if (key === 'Escape') select(active);
    else if (isCommand) return shortcut(key.toLowerCase());
    else if (key === 'Enter')
      select({
        ...active,
        row: Math.max(0, Math.min(size.rows - 1, active.row + (event.shiftKey ? -1 : 1))),
      });
    else if (key === 'F2') edit(active);
    else if (key === 'Delete' || key === 'Backspace')
      change(clear(rangeOf(selection), columns, rows.length), 'cleared');
    else if (key.length === 1 && !event.altKey && mayEdit(active)) edit(active, key);
    else return false;
    return true;
  };

  return {
    editing,
    edit,
    commit,
    stop,
    onKeyDown: (event: KeyboardEvent): void => {
      if (press(event)) event.preventDefault();
    },
    onCopy: (event: ClipboardEvent): void => {
      event.clipboardData.setData('text/plain', writeBlock(rangeOf(selection), rows, columns));
      event.preventDefault();
    },
    onCut: (event: ClipboardEvent): void => {
      event.clipboardData.setData('text/plain', writeBlock(rangeOf(selection), rows, columns));
      event.preventDefault();
      change(clear(rangeOf(selection), columns, rows.length), 'cleared');
    },
    onPaste: (event: ClipboardEvent): void => {
      event.preventDefault();
      const block = readBlock(event.clipboardData.getData('text/plain'));
      const edits = placeBlock(block, rangeOf(selection), columns);
      change(growing ? edits : edits.filter(({ row }) => row < rows.length), 'pasted');
    },
  };
}
