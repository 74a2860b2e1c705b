import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { countsQuery } from '@/features/lists/api/queries';
import { LIST_NAMES, type ListName } from '@/features/lists/list-definition';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

interface ListNavProps {
  current: ListName;
  onChoose: (list: ListName) => void;
}

/** Every list with how many rows are in use; one field where the grid needs the width. */
export function ListNav({ current, onChoose }: ListNavProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const narrow = useMediaQuery('(max-width: 1023.98px)');
  const { data = [] } = useQuery(countsQuery(useViewer().company?.id ?? ''));
  const countOf = (name: ListName) => data.find(({ list }) => list === name)?.rows;
  if (narrow) {
    return (
      <Select
        className="mb-4"
        aria-label={t('nav')}
        value={current}
        onValueChange={onChoose}
        options={LIST_NAMES.map((name) => ({ value: name, label: t(`list.${name}`) }))}
      />
    );
  }
  return (
    <nav aria-label={t('nav')} className="w-48 shrink-0">
      <ul className="flex flex-col gap-0.5">
        {LIST_NAMES.map((name) => {
          const count = countOf(name);
          return (
            <li key={name}>
              <Link
                to={`?list=${name}`}
                aria-current={name === current ? 'page' : undefined}
                className={cn(
                  'flex items-center justify-between gap-2 rounded-small px-2.5 py-1.5 text-sm touch-target',
                  name === current ? 'bg-primary-soft font-[550] text-primary' : 'hover:bg-sunken',
                )}
              >
                {t(`list.${name}`)}
                {count !== undefined && (
                  <span className={cn('tabular', name !== current && 'text-muted')}>
                    {format.number(count, 0)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
