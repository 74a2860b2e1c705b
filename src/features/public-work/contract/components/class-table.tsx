import { Search } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { SearchInput } from '@/components/shared/search-input';
import { Badge } from '@/components/ui/badge';
import type { WorkClass } from '@/features/public-work/contract/api/queries';
import { useRateText } from '@/features/public-work/contract/use-rate-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** From so many on there is a search. */
const SEARCHED = 12;

interface ClassTableProps {
  label: string;
  classes: readonly WorkClass[];
  today: string;
  onOpen: (row: WorkClass) => void;
}

/** The classes of a determination with what they require per hour. */
export function ClassTable({ label, classes, today, onOpen }: ClassTableProps) {
  const { t } = useTranslation('public-contract');
  const format = useFormat();
  const rateText = useRateText();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const rows = classes.filter(({ code, name, name_es: spanish }) =>
    [code, name, spanish].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <>
      {classes.length > SEARCHED && (
        <div className="border-b p-3">
          <SearchInput label={t('class.search')} value={search} onValueChange={setSearch} />
        </div>
      )}
      <DataTable
        label={t('classes.of', { name: label })}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          wanted ? (
            <EmptyState icon={Search} title={t('class.none')} />
          ) : (
            <EmptyState title={t('classes.empty')} text={t('classes.emptyText')} />
          )
        }
        columns={[
          {
            id: 'name',
            header: t('classes.name'),
            card: 'title',
            sortBy: ({ name }) => name,
            cell: (row) => (
              <>
                <button
                  type="button"
                  className="touch-target text-left font-[550] text-primary hover:underline"
                  onClick={() => onOpen(row)}
                >
                  {row.name}
                </button>
                {row.name_es && <span className="block text-muted text-xs">{row.name_es}</span>}
                {row.ends_on && (
                  <Badge tone={row.ends_on < today ? 'attention' : 'neutral'} className="ml-2">
                    {t(row.ends_on < today ? 'classes.ended' : 'classes.endsOn', {
                      date: format.date(row.ends_on),
                    })}
                  </Badge>
                )}
              </>
            ),
          },
          {
            id: 'code',
            header: t('classes.code'),
            sortBy: ({ code }) => code,
            cell: ({ code }) => <span className="break-all text-muted">{code}</span>,
          },
          {
            id: 'base',
            header: t('classes.base'),
            align: 'end',
            sortBy: ({ base_rate }) => base_rate,
            cell: ({ base_rate }) => rateText(base_rate),
          },
          {
            id: 'zone',
            header: t('classes.zone'),
            align: 'end',
            cell: ({ zone_add }) => (zone_add > 0 ? rateText(zone_add) : '–'),
          },
          {
            id: 'fringe',
            header: t('classes.fringe'),
            align: 'end',
            cell: ({ fringe_rate }) => rateText(fringe_rate),
          },
          {
            id: 'total',
            header: t('classes.total'),
            align: 'end',
            card: 'aside',
            sortBy: (row) => row.base_rate + row.zone_add + row.fringe_rate,
            cell: (row) => rateText(row.base_rate + row.zone_add + row.fringe_rate),
          },
        ]}
      />
    </>
  );
}
