import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Avatar } from '@/components/shared/avatar';
import { FirstFew } from '@/components/shared/first-few';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useDecideSwap } from '@/features/scheduling/api/writes';
import {
  type Board,
  type BoardPerson,
  plannedMinutes,
  type Warning,
} from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface SidePanelProps {
  board: Board;
  view: BoardView;
  day: IsoDate;
  onOpenShift: (shiftId: string) => void;
  onPlan: (person: BoardPerson) => void;
}

/** What is wrong before publishing, who is free, and swaps to decide. */
export function SidePanel({ board, view, day, onOpenShift, onPlan }: SidePanelProps) {
  return (
    <div className="grid content-start gap-4">
      <Warnings board={board} view={view} onOpenShift={onOpenShift} />
      <Swaps board={board} view={view} />
      <WhoIsFree board={board} view={view} day={day} onPlan={onPlan} />
    </div>
  );
}

const FIRST_WARNINGS = 6;

/** One line where many shifts are on the same holiday. */
const oncePerHoliday = (list: readonly Warning[]): Warning[] => {
  const days = new Set<string>();
  return list.filter(({ kind, work_date }) => {
    if (kind !== 'holiday') return true;
    const isFirst = !days.has(work_date);
    days.add(work_date);
    return isFirst;
  });
};

function Warnings({ view, onOpenShift }: Pick<SidePanelProps, 'board' | 'view' | 'onOpenShift'>) {
  const { t } = useTranslation('scheduling');
  const list = oncePerHoliday(view.warnings);
  return (
    <Card>
      <CardHeader
        divided
        title={t('warnings.title')}
        action={list.length > 0 && <Badge tone="attention">{list.length}</Badge>}
      />
      {!view.warningsReady ? (
        <CardBody>
          <Skeleton className="h-10" />
        </CardBody>
      ) : list.length === 0 ? (
        <CardBody className="flex items-center gap-2 text-sm">
          <CircleCheck className="size-4 text-success-strong" aria-hidden="true" />
          {t('warnings.none')}
        </CardBody>
      ) : (
        <FirstFew
          items={list}
          count={FIRST_WARNINGS}
          allLabel={t('warnings.all', { count: list.length })}
          fewerLabel={t('warnings.fewer')}
        >
          {(warning) => (
            <WarningLine
              key={`${warning.kind} ${warning.shift_id} ${warning.other_shift_id} ${warning.employee_id} ${warning.work_date}`}
              warning={warning}
              view={view}
              onOpenShift={onOpenShift}
            />
          )}
        </FirstFew>
      )}
    </Card>
  );
}

interface WarningLineProps extends Pick<SidePanelProps, 'view' | 'onOpenShift'> {
  warning: Warning;
}

function WarningLine({ warning, view, onOpenShift }: WarningLineProps) {
  const { t } = useTranslation('scheduling');
  const { severity, shift_id, cents, kind } = warning;
  const who =
    kind === 'holiday'
      ? t('warnings.shifts', {
          count: view.warnings.filter(
            (other) => other.kind === 'holiday' && other.work_date === warning.work_date,
          ).length,
        })
      : (view.personName(warning.employee_id) ?? view.machineName(warning.equipment_id) ?? '');
  const day = view.warningDay(warning);
  const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <li className="flex gap-2.5 border-b px-4 py-2.5 text-sm last:border-b-0">
      <Icon
        aria-hidden="true"
        className={
          severity === 'error'
            ? 'mt-0.5 size-4 shrink-0 text-danger'
            : 'mt-0.5 size-4 shrink-0 text-attention-strong'
        }
      />
      <div className="min-w-0 flex-1">
        <p className="font-[620]">{view.warningWords(warning)}</p>
        <p className="text-muted">
          {who && t('warnings.who', { who, day })}
          {cents !== null && ` · ${view.format.moneyFromCents(cents)}`}
        </p>
      </div>
      {shift_id && (
        <Button
          size="inline"
          variant="link"
          className="pointer-coarse:min-h-11"
          aria-label={`${t('warnings.fix')}: ${view.warningWords(warning)}, ${who}, ${day}`}
          onClick={() => onOpenShift(shift_id)}
        >
          {t('warnings.fix')}
        </Button>
      )}
    </li>
  );
}

function Swaps({ board, view }: Pick<SidePanelProps, 'board' | 'view'>) {
  const { t } = useTranslation('scheduling');
  const decide = useDecideSwap();
  if (board.swaps.length === 0) return null;
  return (
    <Card>
      <CardHeader divided title={t('swaps.title')} />
      <ul className="divide-y">
        {board.swaps.map((swap) => {
          const shift = board.shifts.find(({ id }) => id === swap.shift_id);
          const names = {
            from: view.personName(swap.employee_id),
            to: view.personName(swap.to_employee_id),
          };
          return (
            <li key={swap.id} className="grid gap-2 px-4 py-2.5 text-sm">
              <p>
                {t('swaps.text', {
                  ...names,
                  day: shift ? view.format.weekdayDate(shift.work_date) : '',
                })}
              </p>
              {swap.note && <p className="text-muted">“{swap.note}”</p>}
              <div className="flex gap-2">
                {swap.status === 'accepted' ? (
                  <Button
                    size="small"
                    variant="primary"
                    busy={decide.isPending}
                    onClick={() => decide.mutate({ id: swap.id, approve: true })}
                  >
                    {t('swaps.approve')}
                  </Button>
                ) : (
                  <span className="mr-auto text-muted">{t('swaps.waits', { name: names.to })}</span>
                )}
                <Button
                  size="small"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ id: swap.id, approve: false })}
                >
                  {t('swaps.decline')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function WhoIsFree({ board, view, day, onPlan }: Omit<SidePanelProps, 'onOpenShift'>) {
  const { t } = useTranslation('scheduling');
  const busy = new Set([
    ...board.shifts
      .filter((shift) => shift.work_date === day && !shift.cancelled)
      .map(({ employee_id }) => employee_id),
    ...board.time_off
      .filter((off) => off.day === day && off.status === 'approved')
      .map(({ employee_id }) => employee_id),
  ]);
  const free = board.people.filter(({ id }) => !busy.has(id));
  const minutesOf = (id: string) =>
    board.shifts
      .filter(({ employee_id }) => employee_id === id)
      .reduce((sum, shift) => sum + plannedMinutes(shift), 0);
  return (
    <Card>
      <CardHeader
        divided
        title={t('free.title')}
        description={t('free.help')}
        action={<span className="text-muted text-sm">{view.format.weekdayDate(day)}</span>}
      />
      {free.length === 0 && <CardBody className="text-muted text-sm">{t('free.nobody')}</CardBody>}
      <ul className="max-h-80 divide-y overflow-y-auto">
        {free.map((person) => {
          const minutes = minutesOf(person.id);
          const name = view.personName(person.id) ?? '';
          return (
            <li key={person.id}>
              <button
                type="button"
                data-person={person.id}
                onClick={() => onPlan(person)}
                className="flex w-full cursor-grab select-none items-center gap-2.5 px-4 py-2 text-left text-sm [touch-action:pan-x_pan-y] hover:bg-sunken"
              >
                <Avatar name={name} size="small" />
                <span className="min-w-0">
                  <span className="block truncate font-[620]">{name}</span>
                  <span className="block truncate text-muted text-xs">
                    {minutes > 0
                      ? t('free.planned', { hours: formatDuration(minutes * 60) })
                      : t('free.nonePlanned')}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
