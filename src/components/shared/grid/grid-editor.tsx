// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place the few rows of thousands that are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import { useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/class-names';
import type { GridColumn } from './grid-types';

export type Leave = 'stay' | 'down' | 'up' | 'right' | 'left';

interface GridEditorProps {
  column: GridColumn;
  /** What stands in it when it opens. */
  initial: string;
  onCommit: (text: string, leave: Leave) => void;
  onCancel: () => void;
}

const MAX_OPTIONS = 8;

function matching(options: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const begins = options.filter((option) => option.toLowerCase().startsWith(wanted));
  const holds = options.filter(
    (option) => !begins.includes(option) && option.toLowerCase().includes(wanted),
  );
  return [...begins, ...holds].slice(0, MAX_OPTIONS);
}

/** The field in a cell. Enter and Tab keep what was typed, Escape takes it back. */
export function GridEditor({ column, initial, onCommit, onCancel }: GridEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState(-1);
  const [typed, setTyped] = useState(false);
  const done = useRef(false);
  const found = column.options ? matching(column.options, typed ? text : '') : [];
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);
  const commit = (leave: Leave, value = found[chosen] ?? text): void => {
    if (done.current) return;
    done.current = true;
    onCommit(value, leave);
  };
  const press = (event: React.KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      done.current = true;
      onCancel();
    } else if (event.key === 'Enter') commit(event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 'ArrowDown' && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + 1) % found.length);
    } else if (event.key === 'ArrowUp' && found.length > 0) {
      event.preventDefault();
      setChosen(chosen < 0 ? found.length - 1 : chosen - 1);
    }
  };
  const listId = `${column.key}-options`;
  return (
    <>
      <input
        ref={field}
        value={text}
        aria-label={column.label}
        autoComplete="off"
        {...(column.options
          ? {
              role: 'combobox',
              'aria-expanded': found.length > 0,
              'aria-controls': listId,
              'aria-activedescendant': chosen >= 0 ? `${listId}-${chosen}` : undefined,
            }
          : {})}
        className={cn(
          'absolute inset-0 z-20 bg-surface px-2.5 outline-2 outline-primary -outline-offset-2',
          column.align === 'end' && 'text-right',
        )}
        onChange={(event) => {
          setText(event.target.value);
          setTyped(true);
          setChosen(-1);
        }}
        onKeyDown={press}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onBlur={() => commit('stay')}
      />
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={column.label}
          className="absolute top-full left-0 z-30 mt-0.5 min-w-full rounded-small border bg-surface py-1 shadow-overlay"
        >
          {found.map((option, index) => (
            <div
              key={option}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={cn(
                'cursor-default whitespace-nowrap px-2.5 py-1.5',
                index === chosen ? 'bg-primary-soft text-primary' : 'hover:bg-sunken',
              )}
              onPointerDown={(event) => {
                event.preventDefault();
                commit('down', option);
              }}
            >
              {option}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
