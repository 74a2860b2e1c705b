import { demoId } from './demo-id.ts';
import type { DemoServer } from './demo-server.ts';
import { ownerApi } from './owner-api.ts';

const PINE_HILL = demoId('P140');
/** Who digs the water main, as what (supabase/seed/demo_public_work.sql). */
const CREW = [
  ['Pete Kowalski', 'LABO0190-001'],
  ['Hank Sorensen', 'ENGI0158-002'],
  ['Jamal Reeves', 'PLUM0007-003'],
  ['Cole Ramsey', 'CARP0291-004'],
  ['Maria Lopez', 'CARP0291-004'],
  ['Elena Torres', 'CARP0291-004'],
] as const;
const FIRST_DAY = '2026-11-01';
const LAST_WEEK = '2026-11-07';
/** Those with figures of payroll; the others wait for theirs. */
const PAID = 10;

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Gives the demo company two weeks on its public project, the first approved and with figures of payroll. */
export async function workOnPublicProject(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  await send('PATCH', `projects?id=eq.${PINE_HILL}`, { status: 'active' });
  await Promise.all(
    CREW.map(([name, code]) =>
      send(
        'PATCH',
        `time_entries?employee_id=eq.${demoId(name)}&work_date=gte.${FIRST_DAY}&clock_out=not.is.null`,
        { project_id: PINE_HILL, cost_code_id: null, classification_id: demoId(`class ${code}3`) },
      ),
    ),
  );
  // Reports are of weeks that somebody approved.
  for (const [name] of CREW) {
    await send('POST', 'rpc/approve_time', {
      employee_id_param: demoId(name),
      start_date_param: FIRST_DAY,
      end_date_param: LAST_WEEK,
    });
  }
  await send('PATCH', `public_contracts?project_id=eq.${PINE_HILL}`, { top_up: false });
  const rows = await send<{ employee_id: string; our_gross: number }[]>(
    'POST',
    'rpc/payroll_facts_compared',
    { week_end_param: LAST_WEEK },
  );
  await send(
    'POST',
    'payroll_facts',
    rows.slice(0, PAID).map(({ employee_id, our_gross }, index) => {
      // One differs.
      const gross = index === 1 ? our_gross + 120 : our_gross;
      const taxes = {
        federal_tax: cents(gross * 0.1),
        state_tax: cents(gross * 0.045),
        fica: cents(gross * 0.062),
        medicare: cents(gross * 0.0145),
      };
      return {
        employee_id,
        week_end: LAST_WEEK,
        gross_all: cents(gross),
        ...taxes,
        net: cents(gross - Object.values(taxes).reduce((sum, tax) => sum + tax, 0)),
        check_number: String(4410 + index),
        paid_on: '2026-11-11',
      };
    }),
  );
}
