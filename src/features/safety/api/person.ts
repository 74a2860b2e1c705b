import { employeeName } from '@/entities/employee/employees-query';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** Name and first day of somebody, for the papers. */
export async function personOf(companyId: string, employeeId: string) {
  const [person] = unwrap(
    await supabase()
      .from('employees')
      .select('first_name, last_name, hired_on')
      .eq('company_id', companyId)
      .eq('id', employeeId),
  );
  return { name: person ? employeeName(person) : '–', hiredOn: person?.hired_on ?? null };
}

/** First days of many, by id. */
export async function hireDates(companyId: string, ids: readonly string[]) {
  const people = unwrap(
    await supabase()
      .from('employees')
      .select('id, hired_on')
      .eq('company_id', companyId)
      .in('id', [...new Set(ids)]),
  );
  return new Map(people.map(({ id, hired_on }) => [id, hired_on]));
}
