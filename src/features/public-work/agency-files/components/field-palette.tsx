import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import {
  FIELD_GROUPS,
  FIELD_NAMES,
  FIELDS,
} from '@/features/public-work/report/files/template/fields';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** What a dragged field is called on its way to the columns. */
export const FIELD_TYPE = 'application/x-chalkline-field';

const DAY = /^(st|ot|dt)_(\d)$/;

/** What a field is called on the screen. */
export function fieldLabel(name: string): string {
  const day = DAY.exec(name);
  return day
    ? translate(`agency-files:dayField.${day[1]}`, { day: day[2] })
    : translate(`agency-files:field.${name}`);
}

/** Our fields: dragged into the columns, or added at the end by a press. */
export function FieldPalette({ onAdd }: { onAdd: (name: string) => void }) {
  const { t } = useTranslation('agency-files');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const names = [...FIELD_NAMES].filter(
    (name) => fieldLabel(name).toLowerCase().includes(wanted) || name.includes(wanted),
  );
  return (
    <div className="grid content-start gap-3 self-start lg:sticky lg:top-20">
      <SearchInput value={search} onValueChange={setSearch} label={t('editor.searchFields')} />
      <div className="grid max-h-112 gap-3 overflow-y-auto pr-1">
        {FIELD_GROUPS.map((group) => {
          const own = names.filter((name) => FIELDS[name]?.group === group);
          if (own.length === 0) return null;
          return (
            <section key={group} aria-label={t(`group.${group}`)}>
              <h4 className="mb-1 text-muted text-xs">{t(`group.${group}`)}</h4>
              <ul className="flex flex-wrap gap-1.5">
                {own.map((name) => (
                  <li key={name}>
                    <button
                      type="button"
                      draggable
                      className="touch-target inline-flex cursor-grab items-center gap-1 rounded-small border bg-surface px-2 py-1 text-xs hover:bg-sunken"
                      aria-label={t('editor.addField', { name: fieldLabel(name) })}
                      onDragStart={(event) => event.dataTransfer.setData(FIELD_TYPE, name)}
                      onClick={() => onAdd(name)}
                    >
                      <Plus className="size-3" aria-hidden="true" />
                      {fieldLabel(name)}
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
