import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Target = 'person' | 'customer' | 'item' | 'class' | 'payroll_item' | 'department';
export type RecordKind =
  | 'employee'
  | 'vendor'
  | 'customer'
  | 'project'
  | 'item'
  | 'class'
  | 'payroll_item'
  | 'earning'
  | 'department';

/** Something of ours that is to be matched. */
export interface Subject {
  target: Target;
  /** Null for a kind of hours. */
  id: string | null;
  hours_kind: HoursKind | null;
  /** What has a class: the class of a cost code counts before that of its project. */
  is_a?: 'project' | 'cost_code' | null;
  name: string;
  number: string | null;
  record_id: string | null;
  suggestion_id: string | null;
  reason: 'email' | 'number' | 'name' | null;
  /** A day cannot be sent without it. */
  wanted: boolean | null;
}

export type HoursKind = 'REG' | 'OT' | 'DT' | 'PTO' | 'SICK' | 'HOLIDAY' | 'BEREAVEMENT' | 'JURY';

/** A record as it was read there. */
export interface TheirRecord {
  id: string;
  kind: RecordKind;
  name: string;
  number: string | null;
  email: string | null;
  active: boolean;
  parent: string | null;
  /** Made there since it was connected. */
  is_new: boolean;
}

export interface Matching {
  targets: Target[];
  subjects: Subject[];
  records: TheirRecord[];
}

/** The lists there are read right after it was connected. */
const READING_MS = 3_000;

export const matchingQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'matching', connectionId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('accounting_matching', { connection_id_param: connectionId })
          .abortSignal(signal),
      ) as unknown as Matching,
    refetchInterval: ({ state }) => (state.data?.records.length === 0 ? READING_MS : false),
  });

export const KINDS_OF_TARGET: Readonly<Record<Target, readonly RecordKind[]>> = {
  person: ['employee', 'vendor'],
  customer: ['customer', 'project'],
  item: ['item'],
  class: ['class'],
  payroll_item: ['payroll_item', 'earning'],
  department: ['department'],
};

const COLUMN_OF_TARGET = {
  person: 'employee_id',
  customer: 'project_id',
  department: 'project_id',
  item: 'cost_code_id',
  payroll_item: 'hours_kind',
} as const satisfies Record<Exclude<Target, 'class'>, string>;

function columnOf({ target, is_a: isA }: Subject) {
  if (target !== 'class') return COLUMN_OF_TARGET[target];
  return isA === 'cost_code' ? 'cost_code_id' : 'project_id';
}

export interface Match {
  subject: Subject;
  recordId: string | null;
}

export function useMatch(connectionId: string) {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: async (matches: readonly Match[]) =>
      unwrap(
        await supabase().rpc('set_accounting_mapping', {
          connection_id_param: connectionId,
          mappings_param: matches.map(({ subject, recordId }) => ({
            target: subject.target,
            [columnOf(subject)]: subject.id ?? subject.hours_kind,
            record_id: recordId,
          })),
        }),
      ),
    done: (_, matches) => (matches.length > 1 ? t('matched', { count: matches.length }) : null),
    stale: [queryKeys.accounting],
  });
}
