import { queryOptions } from '@tanstack/react-query';
import { employeeName } from '@/entities/employee/employees-query';
import { invitationAddress } from '@/features/employees/api/employment';
import type { Employee } from '@/features/employees/api/queries';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { allRows } from '@/lib/all-pages';
import { errorText, toAppError, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** How many people join: a mail each, a text each, or a sheet of paper for all. */
export const WAYS = ['email', 'text', 'code', 'pin'] as const;
export type Way = (typeof WAYS)[number];

/** What one person gets; null in what does not belong to the way. */
export interface Handover {
  employee: Employee;
  href: string | null;
  expiresAt: string | null;
  pin: string | null;
}

export interface Handed {
  given: Handover[];
  /** Those it was refused for, with the reason. */
  refused: { name: string; text: string }[];
}

/** Who has a PIN for the kiosk. */
export const pinHoldersQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.employees, 'pin', companyId, 'holders'],
    queryFn: async ({ signal }) => {
      const rows = await allRows(() =>
        supabase()
          .from('employee_pins')
          .select('employee_id')
          .eq('company_id', companyId)
          .order('employee_id')
          .abortSignal(signal),
      );
      return rows.map(({ employee_id }) => employee_id);
    },
  });

const NOTHING = { href: null, expiresAt: null, pin: null };
const MAX_PIN_TRIES = 5;

const newPin = (): string => {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(number % 10_000).padStart(4, '0');
};

/** The database refuses PINs that are easy to guess; another one is drawn then. */
async function givePin(employeeId: string, tries = MAX_PIN_TRIES): Promise<string> {
  const pin = newPin();
  try {
    unwrap(
      await supabase().rpc('set_employee_pin', { employee_id_param: employeeId, pin_param: pin }),
    );
    return pin;
  } catch (cause) {
    if (toAppError(cause).code !== 'pin_too_simple' || tries === 1) throw cause;
    return givePin(employeeId, tries - 1);
  }
}

async function handTo(employee: Employee, way: Way): Promise<Handover> {
  if (way === 'email') {
    unwrap(await supabase().rpc('resend_invitation', { employee_id_param: employee.id }));
    return { ...NOTHING, employee };
  }
  if (way === 'pin') return { ...NOTHING, employee, pin: await givePin(employee.id) };
  return { ...NOTHING, employee, ...(await invitationAddress(employee.id, employee.email ?? '')) };
}

/** One after the other: a refusal of one takes nothing from the others. */
async function inviteMany({ people, way }: { people: readonly Employee[]; way: Way }) {
  const handed: Handed = { given: [], refused: [] };
  for (const employee of people) {
    try {
      handed.given.push(await handTo(employee, way));
    } catch (cause) {
      handed.refused.push({ name: employeeName(employee), text: errorText(cause) });
    }
  }
  return handed;
}

export function useInviteMany() {
  return useWrite({ send: inviteMany, stale: STALE_PEOPLE, quiet: true });
}
