import { saveAndCall, saveAndSendAll } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { Answer, BreakRow, DueBreak } from '@/features/break-board/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface OfferInput {
  row: BreakRow;
  due: DueBreak;
  answer: Answer;
  takeAt?: string | null;
  note?: string;
  waives?: boolean;
}

const isoNow = (): string => new Date(serverNow()).toISOString();

/** Records an offer and its answer; without a signal it waits on this device. */
function sendOffer({ row, due, answer, takeAt, note, waives }: OfferInput) {
  return saveAndCall('break_board', 'offer_break', {
    entry_id_param: row.entry_id,
    kind_param: due.kind,
    number_param: due.number,
    answer_param: answer,
    take_at_param: takeAt ?? null,
    note_param: note || null,
    waives_param: waives ?? false,
    offered_at_param: isoNow(),
    id_param: uuidv7(),
  });
}

export function useOfferBreak() {
  const { t } = useTranslation('break-board');
  return useWrite({
    send: sendOffer,
    done: (saved) => (saved ? t('toast.recorded') : null),
    stale: [queryKeys.breaks],
    quiet: true,
  });
}

/** A heat rest is clocked as a rest. */
const clockedKind = ({ kind }: Pick<DueBreak, 'kind'>) => (kind === 'meal' ? 'meal' : 'rest');

/** Starts the break that is due; that it was taken is recorded with it. */
export function useStartCrewBreak() {
  const { t } = useTranslation('break-board');
  return useWrite({
    send: async ({ row, due }: { row: BreakRow; due: DueBreak }) => {
      const id = uuidv7();
      const kind = clockedKind(due);
      const rows = await saveAndSendAll(
        async (signal) =>
          unwrap(
            await supabase()
              .rpc('crew_start_break', {
                employee_ids_param: [row.employee_id],
                kind_param: kind,
                ids_param: [id],
              })
              .abortSignal(signal),
          ),
        [
          {
            kind: 'start_break',
            employee_id: row.employee_id,
            payload: {
              break_id: id,
              break_kind: kind,
              paid: kind === 'rest',
              entry_id: row.entry_id,
            },
          },
        ],
      );
      await sendOffer({ row, due, answer: 'taken' });
      return rows;
    },
    done: (rows, { row }) => {
      const result = rows?.[0]?.result;
      if (!result) return null;
      if (result === 'started') return t('toast.started', { name: row.first_name });
      return {
        title: t(`result.${result as 'on_break'}`, { name: row.first_name }),
        tone: 'warning',
      };
    },
    stale: [queryKeys.breaks, refreshTime],
    failureText: 'break-board:failed',
  });
}

export function useEndCrewBreak() {
  const { t } = useTranslation('break-board');
  return useWrite({
    send: (row: BreakRow) =>
      saveAndSendAll(
        async (signal) =>
          unwrap(
            await supabase()
              .rpc('crew_end_break', { employee_ids_param: [row.employee_id] })
              .abortSignal(signal),
          ),
        [
          {
            kind: 'end_break',
            employee_id: row.employee_id,
            payload: {
              entry_id: row.entry_id,
              ...(row.break_id ? { break_id: row.break_id } : {}),
            },
          },
        ],
      ),
    done: (rows, row) => (rows ? t('toast.ended', { name: row.first_name }) : null),
    stale: [queryKeys.breaks, refreshTime],
    failureText: 'break-board:failed',
  });
}
