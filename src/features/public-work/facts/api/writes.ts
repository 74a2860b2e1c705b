import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { Difference, Fact } from '@/features/public-work/facts/api/queries';
import type { FactSource } from '@/features/public-work/facts/formats/fact-table';
import { AppError, unwrap } from '@/lib/errors';
import { hasNineDigits } from '@/lib/identity-numbers';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** The last place in the browser before something is sent: full numbers stop here. */
function refuseNineDigits(...texts: (string | null | undefined)[]): void {
  if (texts.some((text) => text && hasNineDigits(text))) throw new AppError('nine_digits');
}

export type FactFields = Pick<
  Fact,
  | 'employee_id'
  | 'week_end'
  | 'period_start'
  | 'gross_all'
  | 'federal_tax'
  | 'state_tax'
  | 'fica'
  | 'medicare'
  | 'sdi'
  | 'other'
  | 'net'
  | 'check_number'
  | 'paid_on'
>;

/** One person's week as it was typed. */
export async function saveFact(
  companyId: string,
  fields: FactFields,
  opened: Fact | null,
): Promise<void> {
  refuseNineDigits(fields.check_number, ...fields.other.map(({ name }) => name));
  await saveRow({
    table: 'payroll_facts',
    companyId,
    fields: { ...fields, other: asJson(fields.other) },
    opened: opened && { ...opened, other: asJson(opened.other) },
  });
}

export function useDeleteFact(companyId: string) {
  const { t } = useTranslation('payroll-facts');
  return useWrite({
    send: (id: string) => deleteRow('payroll_facts', companyId, id),
    done: t('deleted'),
    stale: [queryKeys.publicWork],
  });
}

/** Takes what a journal says, or leaves what is stored; as it was seen. */
export function useDecideDifference() {
  const { t } = useTranslation('payroll-facts');
  return useWrite({
    send: async ({ difference, takes }: { difference: Difference; takes: boolean }) =>
      unwrap(
        await supabase().rpc('decide_payroll_difference', {
          difference_id_param: difference.id,
          take_param: takes,
          seen_param: asJson(difference.stored),
        }),
      ),
    done: t('difference.decided'),
    stale: [queryKeys.publicWork],
  });
}

export interface WorkerId {
  source: FactSource;
  worker_key: string;
  employee_id: string;
}

/** Remembers whom a payroll system means; what was chosen before is replaced. */
export async function saveWorkerIds(companyId: string, rows: readonly WorkerId[]): Promise<void> {
  if (rows.length === 0) return;
  refuseNineDigits(...rows.map(({ worker_key }) => worker_key));
  unwrap(
    await supabase()
      .from('payroll_worker_ids')
      .upsert(
        rows.map((row) => ({ ...row, company_id: companyId })),
        { onConflict: 'company_id,source,worker_key' },
      ),
  );
}

/** Stores four digits, or forgets them where nothing is given. */
export async function setIdentity(employeeId: string, lastFour: string): Promise<void> {
  refuseNineDigits(lastFour);
  unwrap(
    await supabase().rpc('set_identity', {
      employee_id_param: employeeId,
      last_four_param: lastFour,
    }),
  );
}

export function useSetIdentity() {
  const { t } = useTranslation('payroll-facts');
  return useWrite({
    send: ({ employeeId, lastFour }: { employeeId: string; lastFour: string }) =>
      setIdentity(employeeId, lastFour),
    done: t('identity.saved'),
    stale: [queryKeys.publicWork],
    quiet: true,
  });
}

/** Reads four digits; the database notes who did and what for. */
export async function identityOf(employeeId: string, purpose: string): Promise<string | null> {
  refuseNineDigits(purpose);
  return unwrap(
    await supabase().rpc('identity_of', { employee_id_param: employeeId, purpose_param: purpose }),
  );
}
