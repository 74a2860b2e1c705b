import type { Board, BoardMachine, BoardPerson, Shift, Warning } from '@/features/scheduling/board';

/** One thing to decide before publishing; several shifts where one decision is for all of them. */
export interface Problem {
  key: string;
  warning: Warning;
  /** The drafts it is about: what its fix changes, and what waits when it is not fixed. */
  shifts: readonly Shift[];
  other: Shift | undefined;
}

const groupOf = (warning: Warning, draft: Shift): string => {
  if (warning.kind === 'holiday') return `holiday ${warning.work_date}`;
  if (warning.kind === 'not_on_team') return `team ${draft.employee_id} ${draft.project_id}`;
  return `${warning.kind} ${warning.shift_id} ${warning.other_shift_id}`;
};

/** What is wrong with drafts: a warning about two shifts counts where either is one. */
export function publishProblems(
  board: Pick<Board, 'shifts'>,
  warnings: readonly Warning[],
): Problem[] {
  const shifts = new Map(board.shifts.map((shift) => [shift.id, shift]));
  const problems = new Map<string, Problem & { shifts: Shift[] }>();
  for (const warning of warnings) {
    const pair = [warning.shift_id, warning.other_shift_id].map((id) => shifts.get(id ?? ''));
    const draft = pair.find((shift) => shift?.status === 'draft' && !shift.cancelled);
    if (!draft) continue;
    const key = groupOf(warning, draft);
    const known = problems.get(key);
    if (known) known.shifts.push(draft);
    else {
      const other = pair.find((shift) => shift && shift !== draft);
      problems.set(key, { key, warning, shifts: [draft], other });
    }
  }
  return [...problems.values()];
}

const overlaps = (one: Shift, other: Shift): boolean =>
  Date.parse(one.starts_at) < Date.parse(other.ends_at) &&
  Date.parse(other.starts_at) < Date.parse(one.ends_at);

/** Of two shifts at the same time, the draft begins after the other or ends before it. */
export function withoutOverlap(
  draft: Shift,
  other: Shift | undefined,
): { starts_at: string } | { ends_at: string } | null {
  if (!other) return null;
  const at = (instant: string) => Date.parse(instant);
  if (at(other.starts_at) <= at(draft.starts_at) && at(other.ends_at) < at(draft.ends_at))
    return { starts_at: other.ends_at };
  if (at(draft.starts_at) < at(other.starts_at) && at(draft.ends_at) <= at(other.ends_at))
    return { ends_at: other.starts_at };
  return null;
}

/** Somebody of the same trade, then of the same crew, who has nothing that day. */
export function whoCouldTake(board: Board, shift: Shift): BoardPerson | undefined {
  const planned = board.people.find(({ id }) => id === shift.employee_id);
  const isFree = ({ id }: BoardPerson): boolean =>
    !board.shifts.some(
      (each) => each.employee_id === id && each.work_date === shift.work_date && !each.cancelled,
    ) && !board.time_off.some((off) => off.employee_id === id && off.day === shift.work_date);
  const free = board.people.filter(isFree);
  return (
    free.find(({ job_title }) => job_title && job_title === planned?.job_title) ??
    free.find(({ crew_id }) => crew_id && crew_id === shift.crew_id)
  );
}

/** Another machine of the same class that nobody has at that time. */
export function whichCouldReplace(board: Board, shift: Shift): BoardMachine | undefined {
  const planned = board.equipment.find(({ id }) => id === shift.equipment_id);
  if (!planned?.class_id) return undefined;
  return board.equipment.find(
    (machine) =>
      machine.class_id === planned.class_id &&
      machine.id !== planned.id &&
      machine.status === 'available' &&
      (machine.off_rent_date ?? shift.work_date) >= shift.work_date &&
      !board.shifts.some(
        (each) => each.equipment_id === machine.id && !each.cancelled && overlaps(each, shift),
      ),
  );
}
