import type { KeyboardEvent } from 'react';
import { cn } from '@/lib/class-names';

export interface HoursInputProps {
  /** Row and column, for the keys that move. */
  at: readonly [row: number, column: number];
  label: string;
  value: string;
  placeholder?: string;
  invalid: boolean;
  title?: string | undefined;
  /** With a frame of its own, outside a table. */
  framed?: boolean;
  onType: (text: string) => void;
}

/** Enter and the arrows move through the grid, so that a crew is entered without the mouse. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: input } = event;
  const [row = 0, column = 0] = (input.dataset['cell'] ?? '').split(',').map(Number);
  const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const target =
    key === 'ArrowDown' || key === 'Enter'
      ? [row + 1, column]
      : key === 'ArrowUp'
        ? [row - 1, column]
        : key === 'ArrowRight' && whole
          ? [row, column + 1]
          : key === 'ArrowLeft' && whole
            ? [row, column - 1]
            : null;
  if (!target) return;
  event.preventDefault();
  const next = input
    .closest('[data-matrix]')
    ?.querySelector<HTMLInputElement>(`[data-cell="${target.join(',')}"]`);
  next?.focus();
}

/** Hours of one person on one code: 8, 7.5 or 7:30. */
export function HoursInput({
  at,
  label,
  value,
  placeholder = '–',
  invalid,
  title,
  framed = false,
  onType,
}: HoursInputProps) {
  return (
    <input
      data-cell={at.join(',')}
      className={cn(
        'tabular h-12 bg-transparent px-3 text-right focus-visible:-outline-offset-2 aria-invalid:text-danger',
        framed ? 'w-24 rounded-small border border-field-border bg-surface' : 'w-full min-w-20',
      )}
      inputMode="decimal"
      enterKeyHint="next"
      aria-label={label}
      aria-invalid={invalid || undefined}
      title={title}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={moveFocus}
    />
  );
}
