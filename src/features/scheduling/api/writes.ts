import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import type { Board, Shift } from '@/features/scheduling/board';
import { useBoardUndo } from '@/features/scheduling/board-undo';
import { AppError, unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { changeQueries, useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export type ShiftFields = Pick<
  Shift,
  | 'employee_id'
  | 'crew_id'
  | 'equipment_id'
  | 'project_id'
  | 'cost_code_id'
  | 'starts_at'
  | 'ends_at'
  | 'note'
>;

type ShiftChange = Partial<ShiftFields> & { cancelled?: boolean };

const sendChanges = async (changes: readonly ({ id: string } & ShiftChange)[]) =>
  unwrap(await supabase().rpc('move_shifts', { moves_param: [...changes] }));

const deleteDrafts = async (companyId: string, ids: readonly string[]) =>
  unwrap(
    await supabase()
      .from('shifts')
      .delete()
      .eq('company_id', companyId)
      .in('id', [...ids]),
  );

/** What a change replaces: the same fields as they are now. */
const before = (shift: Shift, change: ShiftChange): { id: string } & ShiftChange => ({
  id: shift.id,
  ...(Object.fromEntries(
    Object.keys(change).map((key) => [key, shift[key as keyof Shift]]),
  ) as ShiftChange),
});

export interface Move {
  /** The shifts as they are now. */
  shifts: readonly Shift[];
  fields: Partial<ShiftFields>;
  /** The day they then are on, where that changes. */
  workDate?: IsoDate;
}

/** A shift or a whole crew, all or none. Drawn at once where it was dropped; a failure brings it back. */
export function useMoveShifts(companyId: string) {
  const { offer } = useBoardUndo();
  return useWrite({
    send: ({ shifts, fields }: Move) => sendChanges(shifts.map(({ id }) => ({ id, ...fields }))),
    showAtOnce: ({ shifts, fields, workDate }, client) => {
      const moved = new Set(shifts.map(({ id }) => id));
      const move = (shift: Shift): Shift =>
        moved.has(shift.id)
          ? { ...shift, ...fields, work_date: workDate ?? shift.work_date, status: 'draft' }
          : shift;
      return changeQueries<Board>(client, [queryKeys.schedule, 'board', companyId], (board) => ({
        ...board,
        shifts: board.shifts.map(move),
      }));
    },
    onSuccess: (_, { shifts, fields }) => {
      offer(() => sendChanges(shifts.map((shift) => before(shift, fields))));
    },
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.move',
  });
}

/** New shifts, one or many (a crew, a repetition); the form shows a failure itself. */
export function useAddShifts(companyId: string) {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async (shifts: readonly ShiftFields[]) => {
      const added = shifts.map((shift) => ({ ...shift, id: uuidv7(), company_id: companyId }));
      unwrap(await supabase().from('shifts').insert(added));
      return added.map(({ id }) => id);
    },
    done: (ids) => ({
      title: t('toast.saved'),
      undo: offer(() => deleteDrafts(companyId, ids)),
    }),
    stale: [queryKeys.schedule],
    refreshesInBackground: true,
    quiet: true,
  });
}

/** One shift or a crew's, all or none. */
export function useChangeShifts() {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: ({ shifts, fields }: { shifts: readonly Shift[]; fields: ShiftChange }) =>
      sendChanges(shifts.map(({ id }) => ({ id, ...fields }))),
    done: (_, { shifts, fields }) => ({
      title: t('toast.saved'),
      undo: offer(() => sendChanges(shifts.map((shift) => before(shift, fields)))),
    }),
    stale: [queryKeys.schedule],
    refreshesInBackground: true,
    quiet: true,
  });
}

/** Shifts their people were told of are canceled and go with the next publication. */
export function useRemoveShifts(companyId: string) {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  const setCancelled = async (shifts: readonly Shift[], cancelled: boolean) => {
    const ids = shifts.filter(({ told }) => told).map(({ id }) => id);
    if (ids.length === 0) return;
    const rows = supabase().from('shifts').update({ cancelled });
    unwrap(await rows.eq('company_id', companyId).in('id', ids));
  };
  const draftsOf = (shifts: readonly Shift[]) => shifts.filter(({ told }) => !told);
  return useWrite({
    send: async (removed: readonly Shift[]) => {
      await setCancelled(removed, true);
      const ids = draftsOf(removed).map(({ id }) => id);
      if (ids.length > 0) await deleteDrafts(companyId, ids);
    },
    done: (_, removed) => ({
      title: t('toast.removed', { count: removed.length }),
      undo: offer(async () => {
        await setCancelled(removed, false);
        const rows = draftsOf(removed).map((shift) => ({
          ...fieldsOf(shift),
          company_id: companyId,
        }));
        if (rows.length > 0) unwrap(await supabase().from('shifts').insert(rows));
      }),
    }),
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.remove',
  });
}

const fieldsOf = (shift: Shift): ShiftFields & { id: string } => {
  const { id, employee_id, crew_id, equipment_id, project_id, cost_code_id } = shift;
  const { starts_at, ends_at, note } = shift;
  return {
    ...{ id, employee_id, crew_id, equipment_id, project_id, cost_code_id },
    ...{ starts_at, ends_at, note },
  };
};

const rangeOf = ({ start, end }: DateRange) => ({ start_date_param: start, end_date_param: end });

/** Refused where nothing is left to take back: every shift was changed since. */
const undoChange = (id: string | undefined) => async () => {
  const count = unwrap(await supabase().rpc('undo_schedule_change', { change_id_param: id ?? '' }));
  if (count === 0) throw new AppError('change_not_found');
};

/** People are notified a minute later; undone before that, nobody is. */
export function usePublish() {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async ({ range, ids }: { range: DateRange; ids?: readonly string[] }) =>
      unwrap(
        await supabase().rpc('publish_shifts', {
          ...rangeOf(range),
          ...(ids && { shift_ids_param: [...ids] }),
        }),
      ),
    done: (published) => ({
      title: t('toast.published', { count: new Set(published.map((row) => row.shift_id)).size }),
      description: t('toast.notifiedSoon'),
      undo: offer(undoChange(published[0]?.change_id)),
    }),
    stale: [queryKeys.schedule],
    // The review closes before the board shows that nothing is left to publish.
    refreshesInBackground: true,
    failureText: 'scheduling:error.publish',
  });
}

export function useUnpublish() {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async (range: DateRange) =>
      unwrap(await supabase().rpc('unpublish_shifts', rangeOf(range))),
    done: (shifts) =>
      shifts.length === 0
        ? { title: t('toast.nothingUnpublished'), tone: 'info' }
        : {
            title: t('toast.unpublished', { count: shifts.length }),
            description: t('toast.notifiedSoon'),
            undo: offer(undoChange(shifts[0]?.change_id)),
          },
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.unpublish',
  });
}

export function useDiscardDrafts() {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async (range: DateRange) =>
      unwrap(await supabase().rpc('discard_drafts', rangeOf(range))),
    done: (shifts) => ({
      title: t('toast.discarded', { count: shifts.length }),
      undo: offer(undoChange(shifts[0]?.change_id)),
    }),
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.discard',
  });
}

interface Copy {
  from: IsoDate;
  to: IsoDate;
  days: number;
  /** Of the days copied to. */
  holidays: Board['holidays'];
}

/** What was copied onto a holiday is named at once. */
export function useCopyShifts(companyId: string) {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async ({ from, to, days }: Copy) =>
      unwrap(
        await supabase().rpc('copy_shifts', {
          from_start_param: from,
          to_start_param: to,
          days_param: days,
        }),
      ),
    done: (copied, { holidays }) => {
      if (copied.length === 0) return { title: t('toast.nothingCopied'), tone: 'info' };
      const names = new Map(holidays.map(({ date, name }) => [date, name]));
      const onHoliday = copied.filter(({ work_date }) => names.has(work_date));
      const name = names.get(onHoliday[0]?.work_date ?? '');
      return {
        title: t('toast.copied', { count: copied.length }),
        ...(name !== undefined && {
          tone: 'warning',
          description: t('toast.copiedOnHoliday', { count: onHoliday.length, name }),
        }),
        undo: offer(() =>
          deleteDrafts(
            companyId,
            copied.map(({ id }) => id),
          ),
        ),
      };
    },
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.copy',
  });
}

/** A published shift lets its person clock in on its day; on the team they may always. */
export function useAddToTeam(companyId: string) {
  const { t } = useTranslation('scheduling');
  return useWrite({
    send: async ({ projectId, employeeId }: { projectId: string; employeeId: string }) =>
      unwrap(
        await supabase()
          .from('project_members')
          .insert({ company_id: companyId, project_id: projectId, employee_id: employeeId }),
      ),
    done: t('toast.addedToTeam'),
    stale: [queryKeys.schedule, queryKeys.projects],
    failureText: 'scheduling:error.addToTeam',
  });
}

export function useDecideSwap() {
  const { t } = useTranslation('scheduling');
  const onFailure = useShiftRefusal('swap');
  return useWrite({
    send: async ({ id, approve }: { id: string; approve: boolean }) =>
      unwrap(await supabase().rpc('decide_swap', { swap_id_param: id, approve_param: approve })),
    done: t('toast.swapDecided'),
    stale: [queryKeys.schedule],
    quiet: true,
    onFailure,
  });
}
