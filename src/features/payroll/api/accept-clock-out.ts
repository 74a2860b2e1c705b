import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { Proposal } from '@/features/payroll/api/queries';
import { unwrap } from '@/lib/errors';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type Accepted = Proposal & { companyId: string; reason: string };

/** Ends the entry at the proposed time; everything else about it stays. */
async function acceptClockOut({ companyId, reason, ...proposal }: Accepted) {
  const entry = unwrap(
    await supabase()
      .from('time_entries')
      .select('clock_in, clock_out, project_id, cost_code_id, equipment_id, notes')
      .eq('company_id', companyId)
      .eq('id', proposal.time_entry_id)
      .single(),
  ) as Pick<
    Row<'time_entries'>,
    'clock_in' | 'clock_out' | 'project_id' | 'cost_code_id' | 'equipment_id' | 'notes'
  >;
  return unwrap(
    await supabase().rpc('save_time_entry', {
      id_param: proposal.time_entry_id,
      employee_id_param: proposal.employee_id,
      clock_in_param: entry.clock_in,
      clock_out_param: proposal.proposed_clock_out,
      // Null is an entry without project; the generated types know no null here.
      project_id_param: entry.project_id as string,
      cost_code_id_param: entry.cost_code_id,
      equipment_id_param: entry.equipment_id,
      notes_param: entry.notes,
      // Somebody may have ended or changed it meanwhile: then this is refused.
      based_on_param: { ...entry, clock_out: null },
      reason_param: reason,
    }),
  );
}

export function useAcceptClockOut() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: acceptClockOut,
    done: t('toast.clockedOut'),
    stale: [refreshTime],
    failureText: 'payroll:error.clockOut',
  });
}
