import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import type { Board, Shift } from '@/features/scheduling/board';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { toast } from '@/lib/toast';
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

function useScheduleStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [queryKeys.schedule] });
}

export interface Move {
  shifts: readonly { id: string; fields: Partial<ShiftFields>; workDate: IsoDate }[];
}

/** A shift or a whole crew, all or none. Drawn at once where it was dropped; a failure brings it back. */
export function useMoveShifts(companyId: string) {
  const client = useQueryClient();
  const stale = useScheduleStale();
  const boards = { queryKey: [queryKeys.schedule, 'board', companyId] };
  return useMutation({
    mutationFn: async ({ shifts }: Move) => {
      unwrap(
        await supabase().rpc('move_shifts', {
          moves_param: shifts.map(({ id, fields }) => ({ id, ...fields })),
        }),
      );
    },
    onMutate: async ({ shifts }) => {
      await client.cancelQueries(boards);
      const before = client.getQueriesData<Board>(boards);
      const moved = new Map(shifts.map((change) => [change.id, change]));
      client.setQueriesData<Board>(boards, (board) =>
        board
          ? {
              ...board,
              shifts: board.shifts.map((shift) => {
                const change = moved.get(shift.id);
                return change
                  ? { ...shift, ...change.fields, work_date: change.workDate, status: 'draft' }
                  : shift;
              }),
            }
          : board,
      );
      return before;
    },
    onError: (_error, _move, before) => {
      for (const [key, board] of before ?? []) client.setQueryData(key, board);
    },
    onSettled: stale,
    meta: { failureText: 'scheduling:error.move' },
  });
}

/** New shifts, one or many (a crew, a repetition); the form shows a failure itself. */
export function useAddShifts(companyId: string) {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  return useMutation({
    mutationFn: async (shifts: readonly ShiftFields[]) =>
      unwrap(
        await supabase()
          .from('shifts')
          .insert(shifts.map((shift) => ({ ...shift, id: uuidv7(), company_id: companyId }))),
      ),
    // The form closes at once; the board is read again behind it.
    onSuccess: () => {
      toast.success(t('toast.saved'));
      void stale();
    },
    meta: { quiet: true },
  });
}

/** One shift or a crew's, all or none. */
export function useChangeShifts() {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  return useMutation({
    mutationFn: async ({
      ids,
      ...fields
    }: Partial<ShiftFields> & { ids: readonly string[]; cancelled?: boolean }) =>
      unwrap(
        await supabase().rpc('move_shifts', { moves_param: ids.map((id) => ({ id, ...fields })) }),
      ),
    onSuccess: () => void toast.success(t('toast.saved')),
    // After a failure too: another planner may have been here.
    onSettled: () => void stale(),
    meta: { quiet: true },
  });
}

/** Shifts their people were told of are canceled and go with the next publication. */
export function useRemoveShifts(companyId: string) {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  return useMutation({
    mutationFn: async (removed: readonly Pick<Shift, 'id' | 'told'>[]) => {
      for (const told of [true, false]) {
        const ids = removed.filter((shift) => shift.told === told).map(({ id }) => id);
        if (ids.length === 0) continue;
        const shifts = supabase().from('shifts');
        unwrap(
          await (told ? shifts.update({ cancelled: true }) : shifts.delete())
            .eq('company_id', companyId)
            .in('id', ids),
        );
      }
    },
    onSuccess: () => {
      toast.success(t('toast.removed'));
      return stale();
    },
    meta: { failureText: 'scheduling:error.remove' },
  });
}

export function usePublish() {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  return useMutation({
    mutationFn: async ({ start, end }: DateRange) =>
      unwrap(
        await supabase().rpc('publish_shifts', { start_date_param: start, end_date_param: end }),
      ),
    onSuccess: (told) => {
      toast.success(t('toast.published', { count: new Set(told.map((row) => row.shift_id)).size }));
      return stale();
    },
    meta: { failureText: 'scheduling:error.publish' },
  });
}

export function useCopyShifts() {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  return useMutation({
    mutationFn: async ({ from, to, days }: { from: IsoDate; to: IsoDate; days: number }) =>
      unwrap(
        await supabase().rpc('copy_shifts', {
          from_start_param: from,
          to_start_param: to,
          days_param: days,
        }),
      ),
    onSuccess: (copied) => {
      if (copied.length === 0) toast.info(t('toast.nothingCopied'));
      else toast.success(t('toast.copied', { count: copied.length }));
      return stale();
    },
    meta: { failureText: 'scheduling:error.copy' },
  });
}

export function useDecideSwap() {
  const { t } = useTranslation('scheduling');
  const stale = useScheduleStale();
  const sayWhy = useShiftRefusal('swap');
  return useMutation({
    mutationFn: async ({ id, approve }: { id: string; approve: boolean }) =>
      unwrap(await supabase().rpc('decide_swap', { swap_id_param: id, approve_param: approve })),
    onSuccess: () => {
      toast.success(t('toast.swapDecided'));
      return stale();
    },
    onError: sayWhy,
    meta: { quiet: true },
  });
}
