import { Plus, Truck, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/shared/avatar';
import type { BoardMachine, BoardRow } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useTranslation } from '@/lib/use-translation';

const Round = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="grid size-7 shrink-0 place-items-center rounded-full border bg-sunken text-muted [&_svg]:size-3.5"
  >
    {children}
  </span>
);

export interface RowHeadProps {
  row: Exclude<BoardRow, { kind: 'heading' }>;
  name: string;
  view: BoardView;
  openCount: number;
}

/** Who or what a row is about. */
export function RowHead({ row, name, view, openCount }: RowHeadProps) {
  const { t } = useTranslation('scheduling');
  const machine = (of: BoardMachine): string => {
    if (of.status !== 'available') return t(`row.${of.status}`);
    if (of.ownership === 'owned') return t('row.owned');
    return of.off_rent_date
      ? t('row.rentedUntil', { day: view.format.dayMonth(of.off_rent_date) })
      : t('row.rented');
  };
  const detail = {
    open: () => (openCount > 0 ? t('row.openCount', { count: openCount }) : '–'),
    crew: () => (row.kind === 'crew' ? t('people.count', { count: row.people }) : ''),
    person: () => (row.kind === 'person' ? row.person.job_title : ''),
    machine: () => (row.kind === 'machine' ? machine(row.machine) : ''),
  }[row.kind]();
  return (
    <th
      scope="row"
      className="sticky left-0 z-1 flex items-center bg-inherit px-2 py-1 text-left font-normal"
    >
      <span className="flex min-w-0 items-center gap-2">
        {row.kind === 'person' ? (
          <Avatar name={name} size="small" />
        ) : (
          <Round>
            {row.kind === 'open' && <Plus />}
            {row.kind === 'crew' && <UsersRound />}
            {row.kind === 'machine' && <Truck />}
          </Round>
        )}
        <span className="min-w-0">
          <span className="block truncate font-[620]">
            {row.kind === 'machine' && row.machine.number
              ? `${row.machine.number} ${row.machine.name}`
              : name}
          </span>
          <span className="block truncate text-muted text-xs">{detail}</span>
        </span>
      </span>
    </th>
  );
}
