import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { expressionFault } from '@/entities/file-template/evaluate';
import { FIELD_TYPE } from '@/entities/file-template/field-palette';
import type { ColumnFault } from '@/entities/file-template/fill-columns';
import type { TemplateColumn } from '@/entities/file-template/template';
import { cn } from '@/lib/class-names';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const COLUMN_TYPE = 'application/x-chalkline-column';

interface ColumnListProps {
  columns: readonly TemplateColumn[];
  onChange: (columns: TemplateColumn[]) => void;
  /** The first row of the week, as the columns give it. */
  testRow: readonly string[] | null;
  faults: readonly ColumnFault[];
  /** What a column can hold, and what each is called. */
  fields: ReadonlySet<string>;
  fieldLabel: (field: string) => string;
}

/** The last column takes its button along: whoever works with the keyboard goes on at the one before. */
function focusBefore(button: HTMLElement): void {
  const before = button.closest('li')?.previousElementSibling;
  [...(before?.querySelectorAll('button') ?? [])].at(-1)?.focus();
}

/** The columns in their order: dropped, moved, named, and filled by a field or an expression. */
export function ColumnList(props: ColumnListProps) {
  const { columns, onChange, testRow, faults, fields, fieldLabel } = props;
  const { t } = useTranslation('file-template');
  const [over, setOver] = useState<number | null>(null);
  const change = (at: number, next: Partial<TemplateColumn>) =>
    onChange(columns.map((column, place) => (place === at ? { ...column, ...next } : column)));
  const move = (from: number, to: number) => {
    const moved = columns[from];
    if (moved) onChange(columns.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    setOver(null);
    const field = event.dataTransfer.getData(FIELD_TYPE);
    const column = event.dataTransfer.getData(COLUMN_TYPE);
    if (field) onChange(columns.toSpliced(at, 0, { header: fieldLabel(field), value: field }));
    else if (column) move(Number(column), at);
  };
  const target = (at: number) => ({
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(at);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => drop(event, at),
  });
  const problemOf = (column: TemplateColumn, at: number): string | null => {
    const fault = expressionFault(column.value, fields) ?? faults.find((one) => one.column === at);
    return fault
      ? translate(`file-template:expression.${fault.code}`, { about: fault.about })
      : null;
  };
  return (
    <ol className="grid gap-2" aria-label={t('editor.columns')}>
      {columns.map((column, at) => {
        const problem = problemOf(column, at);
        const name = column.header || t('fault.column', { number: at + 1 });
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; nothing else tells two alike apart.
            key={at}
            {...target(at)}
            className={cn(
              'grid gap-1 rounded-card border p-2',
              over === at && 'border-primary bg-primary-soft',
            )}
          >
            <div className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                draggable
                tabIndex={-1}
                className="cursor-grab text-muted"
                aria-label={t('editor.drag', { name })}
                onDragStart={(event) => event.dataTransfer.setData(COLUMN_TYPE, String(at))}
              >
                <GripVertical className="size-4" aria-hidden="true" />
              </button>
              <Input
                className="min-w-32 flex-1"
                value={column.header}
                maxLength={200}
                aria-label={t('editor.header', { number: at + 1 })}
                onChange={(event) => change(at, { header: event.target.value })}
              />
              <Input
                className="min-w-40 flex-2 font-mono"
                value={column.value}
                maxLength={1000}
                spellCheck={false}
                aria-label={t('editor.value', { name })}
                aria-invalid={problem !== null}
                onChange={(event) => change(at, { value: event.target.value })}
              />
              <span className="flex">
                <Button
                  size="icon"
                  variant="ghost"
                  disabled={at === 0}
                  aria-label={t('editor.up', { name })}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  disabled={at === columns.length - 1}
                  aria-label={t('editor.down', { name })}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t('editor.remove', { name })}
                  onClick={(event) => {
                    if (at === columns.length - 1) focusBefore(event.currentTarget);
                    onChange(columns.toSpliced(at, 1));
                  }}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </span>
            </div>
            {problem ? (
              <p className="pl-6 text-danger text-xs">{problem}</p>
            ) : (
              testRow && (
                <p className="wrap-anywhere pl-6 text-muted text-xs">
                  {t('editor.test')} <span className="tabular">{testRow[at] || '–'}</span>
                </p>
              )
            )}
          </li>
        );
      })}
      <li
        {...target(columns.length)}
        className={cn(
          'rounded-card border border-dashed p-3 text-center text-muted text-sm',
          over === columns.length && 'border-primary bg-primary-soft',
        )}
      >
        {t('editor.dropHere')}
      </li>
    </ol>
  );
}
