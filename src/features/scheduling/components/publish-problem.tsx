import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Board } from '@/features/scheduling/board';
import type { Problem } from '@/features/scheduling/publish-problems';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useProblemFixes } from '@/features/scheduling/use-problem-fixes';
import { useTranslation } from '@/lib/use-translation';

interface PublishProblemProps {
  problem: Problem;
  board: Board;
  view: BoardView;
  /** It is meant: not asked about again. */
  onKeep: () => void;
  onOpenShift: (shiftId: string) => void;
}

/** Who, when, what is wrong, and what to do about it. */
export function PublishProblem({ problem, board, view, onKeep, onOpenShift }: PublishProblemProps) {
  const { t } = useTranslation('scheduling');
  const { title, text } = useProblemText(problem, board, view);
  const { fixes, isFixing } = useProblemFixes(problem, board, view);
  const isError = problem.warning.severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  const [first] = problem.shifts;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 text-sm">
      <Icon
        aria-hidden="true"
        className={
          isError ? 'size-5 shrink-0 text-danger' : 'size-5 shrink-0 text-attention-strong'
        }
      />
      <div className="min-w-44 flex-1">
        <p className="font-[620]">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-1 max-sm:w-full">
        {!isError && (
          <Button
            size="small"
            variant="ghost"
            aria-label={`${t('review.keep')}: ${title}`}
            onClick={onKeep}
          >
            {t(problem.warning.kind === 'not_on_team' ? 'review.onlyThisShift' : 'review.keep')}
          </Button>
        )}
        {fixes.map(({ label, run }, index) => (
          <Button
            key={label}
            size="small"
            variant={index === fixes.length - 1 ? 'outline' : 'ghost'}
            aria-label={`${label}: ${title}`}
            disabled={isFixing}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        {fixes.length === 0 && first && (
          <Button
            size="small"
            aria-label={`${t('warnings.fix')}: ${title}`}
            onClick={() => onOpenShift(first.id)}
          >
            {t('warnings.fix')}
          </Button>
        )}
      </div>
    </li>
  );
}

function useProblemText({ warning, shifts, other }: Problem, board: Board, view: BoardView) {
  const { t } = useTranslation('scheduling');
  const [shift] = shifts;
  const day = view.format.weekdayDate(warning.work_date);
  const person = view.personName(shift?.employee_id ?? null);
  const machine = view.machineName(shift?.equipment_id ?? null);
  const names = [...new Set(shifts.map((each) => view.personName(each.employee_id)))];
  const project = (id: string | null | undefined) =>
    view.projectName(id ?? null) ?? t('cell.noProject');
  const isAboutMachine = warning.kind.startsWith('equipment');
  const title = t('warnings.who', {
    who: (isAboutMachine ? machine : person) ?? machine ?? t('cell.open'),
    day,
  });
  if (warning.kind === 'holiday') {
    const name = board.holidays.find(({ date }) => date === warning.work_date)?.name;
    const people = names.filter((who) => who !== undefined);
    return {
      title: `${name || t('review.holiday')}, ${day}`,
      text: [
        t('review.onHoliday', { count: shifts.length }),
        people.length > 0 && view.format.list(people.slice(0, 6)),
      ]
        .filter(Boolean)
        .join(': '),
    };
  }
  if (warning.kind === 'not_on_team') {
    return {
      title: t('review.notOnTeam', { who: person, project: project(shift?.project_id) }),
      text: t('review.notOnTeamText', { count: shifts.length }),
    };
  }
  if ((warning.kind === 'overlap' || warning.kind === 'equipment_overlap') && shift && other) {
    const at = (instants: string[], pick: (...values: number[]) => number) =>
      view.format.time(pick(...instants.map((instant) => Date.parse(instant))));
    return {
      title,
      text: t('review.overlap', {
        from: at([shift.starts_at, other.starts_at], Math.max),
        to: at([shift.ends_at, other.ends_at], Math.min),
        one: project(other.project_id),
        other: project(shift.project_id),
      }),
    };
  }
  if (warning.kind === 'time_off') {
    const off = board.time_off.find(
      ({ employee_id, day: on }) => employee_id === shift?.employee_id && on === warning.work_date,
    );
    if (off?.type) return { title, text: t('review.timeOff', { type: off.type }) };
  }
  return { title, text: view.warningWords(warning) };
}
