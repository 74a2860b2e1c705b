import { deleteRow } from '@/entities/edit/save-row';
import { discardEvents } from '@/entities/offline/event-queue';
import type { NewEvent } from '@/entities/offline/offline-event';
import { saveAndCall, saveAttachments } from '@/entities/offline/save-and-send';
import { useSession } from '@/entities/session/use-session';
import type { Expense } from '@/features/expenses/expense';
import { isRefused } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

/** What a form sends; miles and per diem get their amount from the database. */
export interface ExpenseFields {
  project_id: string;
  cost_code_id: string | null;
  spent_on: IsoDate;
  kind: 'receipt' | 'mileage';
  amount: number | null;
  miles: number | null;
  from_place: string | null;
  to_place: string | null;
  note: string | null;
  receipt_photo_id: string | null;
}

export interface ExpenseDraft {
  fields: ExpenseFields;
  /** The row as it was opened; null: a new one. */
  opened: Expense | null;
  /** Stored on this device before the row that names it. */
  photos: NewEvent[];
}

const changedOf = (fields: ExpenseFields, opened: Expense): Partial<ExpenseFields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== (opened[name as keyof Expense] ?? null),
    ),
  );

/** A new one is sent complete, a changed one with what it was based on. Repeating either changes nothing. */
function callOf(fields: ExpenseFields, opened: Expense | null) {
  if (!opened) return { id_param: uuidv7(), fields_param: { ...fields } };
  const changed = changedOf(fields, opened);
  const before = Object.keys(changed).map((name) => [name, opened[name as keyof Expense] ?? null]);
  return {
    id_param: opened.id,
    fields_param: changed,
    based_on_param: Object.fromEntries(before) as object,
  };
}

/** On this device first, photo and all; null: it waits for a signal. */
export function useSaveExpense() {
  const { t } = useTranslation('expenses');
  const userId = useSession().user?.id ?? '';
  return useWrite({
    send: async ({ fields, opened, photos }: ExpenseDraft) => {
      await saveAttachments(photos);
      try {
        return await saveAndCall('expense', 'save_expense', callOf(fields, opened));
      } catch (cause) {
        // Refused with a signal: the form stays open, and the photo goes with the next try.
        if (isRefused(cause)) await discardEvents(userId, new Set(photos.map(({ id = '' }) => id)));
        throw cause;
      }
    },
    done: (saved) => t(saved ? 'toast.saved' : 'toast.onDevice'),
    stale: [queryKeys.expenses],
    quiet: true,
  });
}

export interface TripClaim {
  projectId: string;
  costCodeId: string | null;
  firstDay: IsoDate;
  lastDay: IsoDate;
  lodging: boolean;
  miles: number | null;
  note: string | null;
}

export function useClaimPerDiem() {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: (trip: TripClaim) =>
      saveAndCall('expense', 'claim_per_diem', {
        trip_id_param: uuidv7(),
        project_id_param: trip.projectId,
        first_day_param: trip.firstDay,
        last_day_param: trip.lastDay,
        lodging_param: trip.lodging,
        miles_param: trip.miles,
        cost_code_id_param: trip.costCodeId,
        note_param: trip.note,
      }),
    done: (saved) => t(saved ? 'toast.saved' : 'toast.onDevice'),
    stale: [queryKeys.expenses],
    quiet: true,
  });
}

/** Until it is decided. Its photo goes with it. */
export function useWithdrawExpense(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: (id: string) => deleteRow('expenses', companyId, id),
    done: t('toast.withdrawn'),
    stale: [queryKeys.expenses],
    failureText: 'expenses:error.withdraw',
  });
}
