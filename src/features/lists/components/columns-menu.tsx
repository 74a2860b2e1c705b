import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Label } from '@/components/ui/label';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import type { ListColumn } from '@/features/lists/list-definition';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useTranslation } from '@/lib/use-translation';

interface ColumnsMenuProps {
  columns: readonly ListColumn[];
  shown: readonly ListColumn[];
  onToggle: (key: string) => void;
}

/** Chooses the columns; those a row cannot do without stay. */
export function ColumnsMenu({ columns, shown, onToggle }: ColumnsMenuProps) {
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost">
          <Columns3 aria-hidden="true" />
          {t('columns')}
        </Button>
      </PopoverTrigger>
      <PopoverContent className="flex w-60 flex-col gap-2.5 p-4" aria-label={t('columns')}>
        {columns.map((column) => (
          <div key={column.key} className="flex items-center gap-2.5">
            <Checkbox
              id={`column-${column.key}`}
              checked={shown.includes(column)}
              disabled={column.required === true}
              onCheckedChange={() => onToggle(column.key)}
            />
            <Label htmlFor={`column-${column.key}`}>{labelOf(column.key)}</Label>
          </div>
        ))}
      </PopoverContent>
    </Popover>
  );
}
