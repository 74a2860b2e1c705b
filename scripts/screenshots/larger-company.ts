import { demoId } from './demo-id.ts';
import type { DemoServer } from './demo-server.ts';
import { ownerApi, type Send } from './owner-api.ts';

const HARBORVIEW = demoId('P100');

/** Roles, a chain of approval, fields and required certificates, as a larger company sets them up. */
export async function growCompany(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  await send('POST', 'company_roles', [
    { name: 'Estimator', base: 'employee', rights: ['budgets'], scope: 'everyone' },
    { name: 'Superintendent', base: 'foreman', rights: ['edit_time'], scope: 'own_projects' },
  ]);
  await send('POST', 'rpc/save_approval_chain', {
    id_param: null,
    name_param: 'Hours of the week',
    project_id_param: null,
    group_id_param: null,
    steps_param: [
      { level: 1, decider: 'crew_foreman' },
      { level: 2, decider: 'project_manager' },
      { level: 3, name: 'Payroll', decider: 'role', role: 'owner' },
    ],
  });
  await addFields(send);
  const require = (certificate: string, more: object) =>
    send('POST', 'certification_requirements', {
      type_id: demoId(`certificate ${certificate}`),
      ...more,
    });
  await require('OSHA 10', { needs_proof: true });
  await require('OSHA 30', { role: 'foreman' });
  await require('First aid and CPR', { project_id: HARBORVIEW, blocks_clock: true });
}

async function addFields(send: Send): Promise<void> {
  const add = (on_table: string, name: string, name_es: string, more: object) =>
    send('POST', 'custom_fields', { on_table, name, name_es, ...more });
  await add('projects', 'Permit number', 'Número de permiso', { kind: 'text', position: 1 });
  await add('employees', 'Shirt size', 'Talla de camisa', { kind: 'text', position: 2 });
  await add('time_entries', 'Shift', 'Turno', {
    kind: 'choice',
    shown: 'phone',
    position: 3,
    choices: [
      { id: demoId('shift day'), name: 'Day', name_es: 'Día' },
      { id: demoId('shift night'), name: 'Night', name_es: 'Noche' },
    ],
  });
}

/** People at the gate, and an injury in the log. */
export async function signInAndLog(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  const visit = (at: string, more: object) =>
    send('POST', 'rpc/sign_in_visitor', {
      project_id_param: HARBORVIEW,
      visit_param: { id: demoId(`visit ${at}`), happened_at: `2026-11-12T${at}:00Z`, ...more },
    });
  await visit('12:05', {
    kind: 'subcontractor',
    name: 'Joe Volt',
    company_name: 'Bright Electric',
    trade: 'Electrical',
    headcount: 4,
  });
  await visit('18:40', {
    kind: 'visitor',
    name: 'Gail Whitaker',
    company_name: 'Harborview Health',
    visiting: 'Site walk',
  });
  const [place] = await send<{ id: string }[]>('POST', 'osha_establishments?select=id', {
    name: 'Office and yard',
    street: '12 Mill St',
    city: 'Boston',
    state: 'MA',
    zip: '02108',
    naics_code: '236220',
  });
  const injury = {
    id: demoId('injury'),
    establishment_id: place?.id,
    employee_id: demoId('Pete Kowalski'),
    job_title: 'Carpenter',
    happened_on: '2026-10-19',
    place: 'Harborview, level 2',
    description: 'Cut, left hand, by a saw',
  };
  await send('POST', 'injury_cases', injury);
  await send('POST', 'injury_case_days', {
    case_id: injury.id,
    kind: 'away',
    from_date: '2026-10-20',
    to_date: '2026-10-23',
  });
}
