import { Plus, UsersRound } from 'lucide-react';
import { type CSSProperties, Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { Board, Demand } from '@/features/scheduling/board';
import {
  type DemandCell,
  type DemandLine,
  demandLines,
  shortOn,
} from '@/features/scheduling/demand';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import type { IsoDate } from '@/lib/format';
import { addDays } from '@/lib/time';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

const DemandDialog = lateDialog(async () => ({
  default: (await import('@/features/scheduling/components/demand-dialog')).DemandDialog,
}));

interface BoardDemandProps {
  board: Board;
  view: BoardView;
  dates: BoardDates;
  projectId: string | null;
  /** Plans somebody for a project on a day. */
  onPlan: (projectId: string, day: IsoDate) => void;
}

/** What each project needs, beside who is planned: where people are missing, before anybody is told. */
export function BoardDemand({ board, view, dates, projectId, onPlan }: BoardDemandProps) {
  const { t } = useTranslation('scheduling');
  const isMobile = useIsMobile();
  const [opened, setOpened] = useState<Demand | 'new' | null>(null);
  const days = isMobile ? [dates.planDay] : dates.days;
  const lines = demandLines(board, days, projectId);
  const columns = { '--board-columns': `14rem repeat(${days.length}, minmax(4.25rem, 1fr))` };
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        divided
        title={t('demand.title')}
        description={isMobile ? undefined : t('demand.text')}
        action={
          <Button onClick={() => setOpened('new')}>
            <Plus aria-hidden="true" />
            {t('demand.add')}
          </Button>
        }
      />
      {lines.length === 0 ? (
        <EmptyState icon={UsersRound} title={t('demand.empty')} text={t('demand.emptyText')} />
      ) : (
        <table className="block min-w-fit text-sm" style={columns as CSSProperties}>
          <caption className="sr-only">{t('demand.title')}</caption>
          <thead className="block">
            <tr className="grid grid-cols-(--board-columns) border-b bg-surface">
              <th scope="col" className="sticky left-0 bg-inherit px-3 py-2 text-left">
                {t('form.project')}
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  className={cn(
                    'border-l px-2 py-2 text-left font-[620]',
                    day === dates.today && 'bg-primary-soft text-primary',
                  )}
                >
                  {view.format.weekday(day)} {Number(day.slice(8))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block">
            {lines.map((line) => (
              <Line
                key={line.key}
                line={line}
                view={view}
                days={days}
                onOpen={setOpened}
                onPlan={onPlan}
              />
            ))}
          </tbody>
          <tfoot className="block">
            <tr className="grid grid-cols-(--board-columns) bg-sunken font-[620]">
              <th scope="row" className="sticky left-0 bg-inherit px-3 py-2 text-left">
                {t('demand.missing')}
              </th>
              {days.map((day, index) => {
                const short = shortOn(lines, index);
                return (
                  <td
                    key={day}
                    className={cn('tabular border-l px-2 py-2', short > 0 && 'text-danger')}
                  >
                    {short > 0 ? short : '–'}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      )}
      {opened && (
        <Suspense>
          <DemandDialog
            board={board}
            view={view}
            demand={opened === 'new' ? newDemand(projectId, dates.planDay) : opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const newDemand = (project_id: string | null, day: IsoDate) => ({
  ...{ id: null, project_id, job_title: null, people: null, weekends: false },
  ...{ start_date: day, end_date: addDays(day, 11) },
});

interface LineProps {
  line: DemandLine;
  view: BoardView;
  days: readonly IsoDate[];
  onOpen: (demand: Demand) => void;
  onPlan: (projectId: string, day: IsoDate) => void;
}

function Line({ line, view, days, onOpen, onPlan }: LineProps) {
  const { t } = useTranslation('scheduling');
  const project = view.projectName(line.projectId) ?? '';
  const who = line.jobTitle ?? t(line.demands.length > 0 ? 'demand.anyone' : 'demand.others');
  return (
    <tr className="grid grid-cols-(--board-columns) border-b bg-surface">
      <th scope="row" className="sticky left-0 bg-inherit px-3 py-2 text-left font-normal">
        <span className="flex items-center gap-2 font-[620]">
          <span
            aria-hidden="true"
            className="size-2 shrink-0 rounded-full bg-border-strong"
            style={{ backgroundColor: view.projectColor(line.projectId) }}
          />
          {project}
        </span>
        <span className="block text-muted text-xs">{who}</span>
        {line.demands.map((demand) => (
          <Button
            key={demand.id}
            size="inline"
            variant="link"
            className="pointer-coarse:min-h-11"
            aria-label={`${t('demand.edit')}: ${project}, ${who}, ${rangeOf(demand, view)}`}
            onClick={() => onOpen(demand)}
          >
            <span className="text-xs">
              {t('people.count', { count: demand.people })}, {rangeOf(demand, view)}
            </span>
          </Button>
        ))}
      </th>
      {days.map((day, index) => (
        <Cell
          key={day}
          cell={line.cells[index] ?? { needed: 0, planned: 0 }}
          label={`${project}, ${who}, ${view.format.longDate(day)}`}
          onPlan={() => onPlan(line.projectId, day)}
        />
      ))}
    </tr>
  );
}

const rangeOf = (demand: Demand, { format }: BoardView): string =>
  `${format.dayMonth(demand.start_date)} – ${format.dayMonth(demand.end_date)}`;

interface CellProps {
  cell: DemandCell;
  label: string;
  onPlan: () => void;
}

/** A press plans somebody where people are missing. */
function Cell({ cell: { needed, planned }, label, onPlan }: CellProps) {
  const { t } = useTranslation('scheduling');
  const short = needed - planned;
  const text = needed > 0 ? t('demand.of', { planned, needed }) : planned || '–';
  if (short <= 0) {
    return (
      <td
        className={cn(
          'tabular flex items-center border-l px-2 py-2',
          needed > 0 ? 'font-[620]' : 'text-muted',
        )}
      >
        {text}
      </td>
    );
  }
  return (
    <td className="tabular border-l">
      <button
        type="button"
        aria-label={`${label}: ${t('demand.of', { planned, needed })}. ${t('demand.plan', { count: short })}`}
        onClick={onPlan}
        className="flex size-full min-h-11 flex-col justify-center bg-danger-soft px-2 py-1 text-left text-danger -outline-offset-2 hover:underline"
      >
        <span className="font-[620]">{text}</span>
        <span className="text-xs">{t('demand.short', { count: short })}</span>
      </button>
    </td>
  );
}
