import { useState } from 'react';
import type { GridRow } from '@/components/shared/grid/grid-types';
import { Button } from '@/components/ui/button';
import type { ListColumn, ListDefinition } from '@/features/lists/list-definition';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useTranslation } from '@/lib/use-translation';

const STEP = 100;

interface CardRowsProps {
  definition: ListDefinition;
  columns: readonly ListColumn[];
  rows: readonly GridRow[];
  /** Without it rows are only read. */
  onOpen: ((key: string) => void) | undefined;
}

/** Rows one reads and opens, for a phone. */
export function CardRows({ definition, columns, rows, onOpen }: CardRowsProps) {
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const [shown, setShown] = useState(STEP);
  const { title } = definition;
  const details = columns.filter(({ key }) => !title.includes(key));
  const nameOf = ({ texts }: GridRow): string =>
    title
      .map((key) => texts[key])
      .filter(Boolean)
      .join(' ') ||
    (texts[details[0]?.key ?? ''] ?? '');
  return (
    <>
      <ul className="divide-y border-t">
        {rows.slice(0, shown).map((row) => (
          <li key={row.key}>
            <button
              type="button"
              className="flex w-full flex-col items-start gap-0.5 px-4 py-3 text-left enabled:hover:bg-sunken"
              disabled={!onOpen}
              onClick={() => onOpen?.(row.key)}
            >
              <span className="font-[550]">{nameOf(row) || '–'}</span>
              <span className="flex max-w-full flex-wrap gap-x-3 text-muted text-sm">
                {details
                  .filter(({ key }) => row.texts[key])
                  .slice(0, 3)
                  .map(({ key }) => (
                    <span key={key} className="min-w-0 wrap-anywhere">
                      {`${labelOf(key)}: ${row.texts[key]}`}
                    </span>
                  ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <div className="border-t p-4">
          <Button block onClick={() => setShown(shown + STEP)}>
            {t('more', { count: rows.length - shown })}
          </Button>
        </div>
      )}
    </>
  );
}
