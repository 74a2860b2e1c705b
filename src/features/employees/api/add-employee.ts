import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { Role } from '@/entities/viewer/viewer';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface NewEmployee {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: Role;
  /** Null: none yet. */
  hourlyRate: number | null;
  language: string;
  /** Whether to mail an invitation; without an address the screen shows a link instead. */
  invite: boolean;
  /** Values of custom fields. */
  custom?: CustomValues;
}

/** The id of the new person. */
async function addEmployee(companyId: string, person: NewEmployee): Promise<string> {
  if (person.invite && person.email) return inviteEmployee(companyId, person);
  const id = uuidv7();
  unwrap(
    await supabase()
      .from('employees')
      .insert({
        id,
        company_id: companyId,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email || null,
        phone: person.phone || null,
        role: person.role,
        language: person.language,
        ...(person.custom && { custom: person.custom }),
      }),
  );
  if (person.hourlyRate !== null) {
    unwrap(
      await supabase().from('employee_rates').insert({
        company_id: companyId,
        employee_id: id,
        hourly_rate: person.hourlyRate,
        effective_from: '1970-01-01',
      }),
    );
  }
  return id;
}

async function inviteEmployee(companyId: string, person: NewEmployee): Promise<string> {
  const invited = unwrap(
    await supabase().rpc('invite_employee', {
      email_param: person.email,
      first_name_param: person.firstName,
      last_name_param: person.lastName,
      role_param: person.role,
      hourly_rate_param: person.hourlyRate,
      language_param: person.language,
    }),
  );
  const rest = {
    ...(person.phone && { phone: person.phone }),
    ...(Object.keys(person.custom ?? {}).length > 0 && { custom: person.custom }),
  };
  if (Object.keys(rest).length === 0) return invited.id;
  unwrap(
    await supabase()
      .from('employees')
      .update(rest)
      .eq('company_id', companyId)
      .eq('id', invited.id),
  );
  return invited.id;
}

export function useAddEmployee(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: (person: NewEmployee) => addEmployee(companyId, person),
    done: (_result, { invite, email }) =>
      invite && email ? t('toast.invited', { email }) : t('toast.added'),
    stale: STALE_PEOPLE,
    quiet: true,
  });
}
