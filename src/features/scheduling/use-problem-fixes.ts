import {
  type ShiftFields,
  useAddToTeam,
  useMoveShifts,
  useRemoveShifts,
} from '@/features/scheduling/api/writes';
import type { Board } from '@/features/scheduling/board';
import {
  type Problem,
  whichCouldReplace,
  whoCouldTake,
  withoutOverlap,
} from '@/features/scheduling/publish-problems';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useTranslation } from '@/lib/use-translation';

interface Fix {
  label: string;
  run: () => void;
}

/** What can be done about a problem with one press, the best last. */
export function useProblemFixes(
  { warning, shifts, other }: Problem,
  board: Board,
  view: BoardView,
) {
  const { t } = useTranslation('scheduling');
  const move = useMoveShifts(view.companyId);
  const remove = useRemoveShifts(view.companyId);
  const addToTeam = useAddToTeam(view.companyId);
  const [shift] = shifts;
  const isFixing = move.isPending || remove.isPending || addToTeam.isPending;
  const change = (fields: Partial<ShiftFields>) => () => move.mutate({ shifts, fields });
  const removal: Fix = {
    label: t('review.remove', { count: shifts.length }),
    run: () => remove.mutate(shifts),
  };
  const fixes = (): Fix[] => {
    if (!shift) return [];
    const unassign: Fix = {
      label: t('review.unassign'),
      run: change({ employee_id: null, crew_id: null }),
    };
    switch (warning.kind) {
      case 'holiday':
        return [removal];
      case 'not_on_team': {
        const { project_id: projectId, employee_id: employeeId } = shift;
        if (!projectId || !employeeId) return [];
        return [
          { label: t('review.addToTeam'), run: () => addToTeam.mutate({ projectId, employeeId }) },
        ];
      }
      case 'overlap': {
        const times = withoutOverlap(shift, other);
        if (!times) return [unassign];
        const project = view.projectName(shift.project_id) ?? t('cell.noProject');
        const label =
          'starts_at' in times
            ? t('review.startAt', { project, time: view.format.time(times.starts_at) })
            : t('review.endAt', { project, time: view.format.time(times.ends_at) });
        return [unassign, { label, run: change(times) }];
      }
      case 'time_off': {
        const person = whoCouldTake(board, shift);
        if (!person) return [unassign];
        const give: Fix = {
          label: t('review.giveTo', { name: view.personName(person.id) }),
          run: change({ employee_id: person.id, crew_id: person.crew_id }),
        };
        return [give, unassign];
      }
      case 'equipment_overlap':
      case 'equipment_down':
      case 'equipment_retired':
      case 'equipment_off_rent': {
        const machine = whichCouldReplace(board, shift);
        const without: Fix = shift.employee_id
          ? { label: t('review.withoutMachine'), run: change({ equipment_id: null }) }
          : removal;
        if (!machine) return [without];
        const label = t('review.use', { machine: machine.number ?? machine.name });
        return [without, { label, run: change({ equipment_id: machine.id }) }];
      }
      default:
        return [];
    }
  };
  return { fixes: fixes(), isFixing };
}
