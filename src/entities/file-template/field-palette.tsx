import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import { useTranslation } from '@/lib/use-translation';

/** What a dragged field is called on its way to the columns. */
export const FIELD_TYPE = 'application/x-chalkline-field';

export interface FieldGroup {
  id: string;
  label: string;
  fields: readonly { name: string; label: string }[];
}

interface FieldPaletteProps {
  groups: readonly FieldGroup[];
  onAdd: (name: string) => void;
}

/** Our fields: dragged into the columns, or added at the end by a press. */
export function FieldPalette({ groups, onAdd }: FieldPaletteProps) {
  const { t } = useTranslation('file-template');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  return (
    <div className="grid content-start gap-3">
      <SearchInput value={search} onValueChange={setSearch} label={t('editor.searchFields')} />
      <div className="grid max-h-112 content-start gap-3 overflow-y-auto pr-1">
        {groups.map(({ id, label: groupLabel, fields }) => {
          const own = fields.filter(
            ({ name, label }) => label.toLowerCase().includes(wanted) || name.includes(wanted),
          );
          if (own.length === 0) return null;
          return (
            <section key={id} aria-label={groupLabel}>
              <h4 className="mb-1 text-muted text-xs">{groupLabel}</h4>
              <ul className="flex flex-wrap gap-1.5">
                {own.map(({ name, label }) => (
                  <li key={name}>
                    <button
                      type="button"
                      draggable
                      className="touch-target inline-flex cursor-grab items-center gap-1 rounded-small border bg-surface px-2 py-1 text-xs hover:bg-sunken"
                      aria-label={t('editor.addField', { name: label })}
                      onDragStart={(event) => event.dataTransfer.setData(FIELD_TYPE, name)}
                      onClick={() => onAdd(name)}
                    >
                      <Plus className="size-3" aria-hidden="true" />
                      {label}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
