import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApp } from '../../testing/rest-app.ts';
import { addTime, as, hire, hoursAgo, openCompany, type Person, signUp } from './world.ts';

/** `first_screen` against the calls it stands for, as the app makes them. */
const { db, us } = await openCompany();
const SCREENS = ['my_status', 'crew', 'dashboard', 'time_tracker', 'payroll'];
const rest = await createRestApp(
  db.endpoint,
  {
    schemas: ['public'],
    maxRows: 1000,
    extraSearchPath: ['public', 'extensions'],
    raw: {},
  } as never,
  2,
);
afterAll(() => rest.close());

interface Query {
  readonly key: readonly (string | null)[];
  readonly data: unknown;
}

async function call(
  person: Person,
  url: string,
  body?: object,
): Promise<{ status: number; answer: unknown }> {
  const response = await rest.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/rest/v1/${url}`,
    headers: { 'x-role': 'authenticated', 'x-sub': person.userId },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, answer: response.json() };
}

const DAY_MS = 24 * 3_600_000;
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    Date.now() + days * DAY_MS,
  );

/** What the app asks for a key: `src/entities` and `src/features` of the key's name. */
function singleCall(key: readonly (string | null)[], person: Person): [url: string, body?: object] {
  const company = `company_id=eq.${person.companyId}`;
  const own = `${company}&employee_id=eq.${person.employeeId}`;
  const held =
    'held_events?select=id,employee_id,entry_id,kind,payload,problem,detail,counts_at,offset_ms,reason,status,resolution,explanation,created_at&order=counts_at&limit=200';
  const since = new Date(Date.now() - 14 * DAY_MS).toISOString();
  const calls: Readonly<Record<string, [string, object?]>> = {
    'projects options': [
      `projects?select=id,name,name_es,client,number,status,color,archived_at,time_zone,parent_id,phases_only&${company}&order=name,id`,
    ],
    'cost-codes options': [
      `cost_codes?select=id,code,name,name_es,code_group,active&${company}&order=code,id`,
    ],
    'cost-codes allowed': [
      `project_cost_codes?select=project_id,cost_code_id&${company}&order=project_id,cost_code_id`,
    ],
    'time-entries recent-work': ['rpc/recent_work', { limit_param: 4 }],
    'time-entries week-summary': ['rpc/week_summary', {}],
    'time-entries own-places': [
      `punch_locations?select=id,moment,punched_at,latitude,longitude,accuracy_m,fix_age_s,inside,edge_m&${own}&order=punched_at.desc&limit=5`,
    ],
    'payroll recent-periods': ['rpc/recent_pay_periods', { count_param: 2 }],
    'payroll waiting-timesheets': ['rpc/waiting_timesheets', {}],
    dashboard: ['rpc/dashboard', {}],
    'held-events company': [`${held}&${company}&status=eq.held`],
    'held-events own': [
      `${held}&${own}&status=neq.applied&or=(resolved_at.is.null,resolved_at.gte.${since})`,
    ],
    'schedule mine': ['rpc/my_shifts', { start_date_param: dayIn(0), end_date_param: dayIn(27) }],
    'bulletins mine': ['rpc/my_bulletins', {}],
    'documents to-sign': ['rpc/documents_to_sign', {}],
    'team crew': ['rpc/crew_today', {}],
    team: ['rpc/my_team', {}],
    'location-views': ['rpc/my_location_views', {}],
    'time-off types': [`time_off_types?${company}&order=name`],
    'time-off own': [`time_off_requests?${own}&order=start_date.desc&limit=100`],
    'forgotten-punches mine': [
      `forgotten_punches?select=id,time_entry_id,project_id,clock_in,proposed_at,reason,sample_size&${own}&answer=is.null&order=asked_at.desc&limit=3`,
    ],
  };
  const [root = '', part] = key;
  const isId = /^[0-9a-f-]{36}$/.test(part ?? '');
  const scope = key[2] === null ? 'company' : 'own';
  const name = root === 'held-events' ? `held-events ${scope}` : isId ? root : `${root} ${part}`;
  const found = calls[name ?? ''];
  if (!found) throw new Error(`Nothing asks for ${name}`);
  return found;
}

/** What moves with the clock between two calls. */
function atRest(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, part) =>
      name === 'as_of' || name === 'server_time' ? null : part,
    ),
  );
}

const people: [string, Person][] = [
  ['owner', us.owner],
  ['manager', us.manager],
  ['foreman', us.foreman],
  ['employee', us.employee],
  ['deactivated', us.deactivated],
];

beforeAll(async () => {
  for (const person of [us.foreman, us.employee, us.manager]) {
    await addTime(db.sql, person, hoursAgo(30), hoursAgo(26), { project_id: us.project });
    await addTime(db.sql, person, hoursAgo(3), hoursAgo(2), { project_id: us.project });
  }
  await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into project_cost_codes (project_id, cost_code_id) values (${us.project}, ${us.costCode})`,
  );
  await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into bulletins (title) values ('Tie off on level 3')`,
  );
});

describe.each(SCREENS)('the first screen %s', (screen) => {
  test.each(people)('is what the single calls answer, for the %s', async (_role, person) => {
    const { status, answer } = await call(person, 'rpc/first_screen', { screen_param: screen });
    expect(status).toBe(200);
    const {
      screen: name,
      at,
      queries,
    } = answer as { screen: string; at: string; queries: Query[] };
    expect(name).toBe(screen);
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
    const [viewer, ...others] = queries;
    expect(viewer?.key).toEqual(['viewer', person.userId]);
    const { server_time: _, ...own } = (await call(person, 'rpc/viewer', {})).answer as Record<
      string,
      unknown
    >;
    expect(viewer?.data).toEqual(own);
    if (person === us.deactivated) {
      expect(others).toEqual([]);
      return;
    }
    const isOffice = person === us.owner || person === us.manager;
    expect(others.length > 0).toBe(screen !== 'dashboard' || isOffice);
    for (const { key, data } of others) {
      const single = await call(person, ...singleCall(key, person));
      expect(single.status, key.join(' ')).toBe(200);
      const rows = key[1] === 'week-summary' ? (single.answer as unknown[])[0] : single.answer;
      expect(atRest(data), key.join(' ')).toEqual(atRest(rows));
    }
  });
});

test('a new account without a company gets itself', async () => {
  const nobody = await signUp(db.sql);
  const { answer } = await call(nobody, 'rpc/first_screen', { screen_param: 'my_status' });
  expect((answer as { queries: Query[] }).queries).toMatchObject([
    { key: ['viewer', nobody.userId], data: { employee: null } },
  ]);
});

test('nobody gets the figures of another company, or of another person', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const { answer } = await call(worker, 'rpc/first_screen', { screen_param: 'dashboard' });
  expect((answer as { queries: Query[] }).queries.map(({ key }) => key)).toEqual([
    ['viewer', worker.userId],
  ]);
});

test('without an account, and for another screen, it is refused', async () => {
  const anonymous = await rest.app.inject({
    method: 'POST',
    url: '/rest/v1/rpc/first_screen',
    headers: { 'x-role': 'anon' },
    payload: { screen_param: 'my_status' },
  });
  expect([401, 403, 404]).toContain(anonymous.statusCode);
  expect((await call(us.owner, 'rpc/first_screen', { screen_param: 'settings' })).status).toBe(400);
});
