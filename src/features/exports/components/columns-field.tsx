import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { ColumnSet } from '@/features/exports/formats/columns';
import { useTranslation } from '@/lib/use-translation';

export interface ColumnsFieldProps {
  set: ColumnSet;
  value: readonly string[];
  onValueChange: (columns: string[]) => void;
}

/** The columns of the file as the customer's own system expects them. */
export function ColumnsField({ set, value, onValueChange }: ColumnsFieldProps) {
  const { t } = useTranslation('exports');
  const id = useId();
  const toggle = (name: string) =>
    onValueChange(
      value.includes(name) ? value.filter((other) => other !== name) : [...value, name],
    );
  return (
    <details className="rounded-card border px-4 py-3 text-sm">
      <summary className="cursor-pointer font-[550]">
        {t('system.columns.title')}{' '}
        <span className="font-normal text-muted">
          {t('system.columns.count', { chosen: value.length, all: set.all.length })}
        </span>
      </summary>
      <p className="mt-2 text-muted">{t('system.columns.text')}</p>
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {set.all.map((name) => {
          const place = value.indexOf(name);
          return (
            <li key={name} className="flex min-h-9 items-center gap-2 max-md:min-h-11">
              <label htmlFor={`${id}${name}`} className="flex flex-1 items-center gap-3">
                <Checkbox
                  id={`${id}${name}`}
                  checked={place >= 0}
                  disabled={set.needed.includes(name)}
                  onCheckedChange={() => toggle(name)}
                />
                {name}
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
