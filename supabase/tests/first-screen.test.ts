import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApp } from '../../testing/rest-app.ts';
import { addTime, as, hire, hoursAgo, openCompany, type Person, signUp } from './world.ts';

/** `first_screen` against the calls it stands for, as the app makes them. */
const { db, us } = await openCompany();
const SCREENS = [
  'my_status',
  'crew',
  'dashboard',
  'time_tracker',
  'payroll',
  'clock',
  'clock_after_my_status',
];
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

interface Filter {
  readonly employeeId: string | null;
  readonly range: { readonly start: string; readonly end: string };
}

interface Query {
  readonly key: readonly (string | null | Filter)[];
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

type Call = readonly [url: string, body?: object];
type Rows = readonly Record<string, unknown>[];

const HELD =
  'held_events?select=id,employee_id,entry_id,kind,payload,problem,detail,counts_at,offset_ms,reason,status,resolution,explanation,created_at&order=counts_at&limit=200';

/** The app's calls for a key, and the data it makes of the answers: `src/entities` and `src/features` of the key's name. */
function singleCalls(
  key: Query['key'],
  person: Person,
  data: unknown,
): { calls: readonly Call[]; shape?: (...answers: never[]) => unknown } {
  const company = `company_id=eq.${person.companyId}`;
  const own = `${company}&employee_id=eq.${person.employeeId}`;
  const since = new Date(Date.now() - 14 * DAY_MS).toISOString();
  const [root = '', part, scope, filter] = key;
  const { range, employeeId } = (filter ?? {}) as Filter;
  const { since: storedSince } = (data ?? {}) as { since?: string };
  const isId = typeof part !== 'string' || /^[0-9a-f-]{36}$/.test(part);
  if (root === 'held-events' && isId)
    return {
      calls: [
        [
          scope === null
            ? `${HELD}&${company}&status=eq.held`
            : `${HELD}&${own}&status=neq.applied&or=(resolved_at.is.null,resolved_at.gte.${since})`,
        ],
      ],
    };
  const one: Readonly<Record<string, Call>> = {
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
    'time-entries own-places': [
      `punch_locations?select=id,moment,punched_at,latitude,longitude,accuracy_m,fix_age_s,inside,edge_m&${own}&order=punched_at.desc&limit=5`,
    ],
    'payroll recent-periods': ['rpc/recent_pay_periods', { count_param: 2 }],
    'payroll waiting-timesheets': ['rpc/waiting_timesheets', {}],
    dashboard: ['rpc/dashboard', {}],
    'held-events made by': ['rpc/my_held_events', {}],
    'schedule mine': ['rpc/my_shifts', { start_date_param: dayIn(0), end_date_param: dayIn(27) }],
    'bulletins mine': ['rpc/my_bulletins', {}],
    'documents to-sign': ['rpc/documents_to_sign', {}],
    'team crew': ['rpc/crew_today', {}],
    team: ['rpc/my_team', {}],
    'location-views': ['rpc/my_location_views', {}],
    'time-off types': [`time_off_types?${company}&order=name`],
    'time-off own': [`time_off_requests?${own}&order=start_date.desc&limit=100`],
    'time-off open': [`time_off_requests?select=id&${company}&status=eq.requested&limit=100`],
    'forgotten-punches mine': [
      `forgotten_punches?select=id,time_entry_id,project_id,clock_in,proposed_at,reason,sample_size&${own}&answer=is.null&order=asked_at.desc&limit=3`,
    ],
    'equipment options': [
      `equipment?select=id,name,number,status,meter_unit&${company}&order=name,id`,
    ],
    'certificates missing': ['rpc/missing_certificates', {}],
    'certified-payroll own': ['rpc/my_certified_payrolls', {}],
    'public-work my-identity-views': ['rpc/my_identity_views', {}],
    'verification questions': [
      `verification_questions?select=id,question,author,created_at,verifications!inner(happened_at,project_id,status)&${own}&verifications.status=eq.open&answer=is.null&order=created_at&limit=20`,
    ],
    'crews list': [`crews?select=id,name,foreman_id&${company}&order=name`],
    'employees options': [
      `employees?select=id,user_id,first_name,last_name,role,active&${company}&order=first_name,last_name,id`,
    ],
    'budgets alerts': [
      `budget_alerts?select=id,project_id,kind,percent_used,percent_complete,created_at,project:projects(name),code:cost_codes(code,name)&${company}&seen_at=is.null&order=cost_code_id.nullsfirst,created_at.desc&limit=200`,
    ],
    'clock-questions': [
      `clock_questions?select=id,moment,text_en,text_es,alarm_answer,opens_incident,position,active&${company}&order=moment,position,created_at`,
    ],
    'break-types': [
      `break_types?select=name,name_es,kind,paid,usual_minutes,active&${company}&order=name`,
    ],
    'settings clock-in-rules': [
      `clock_in_rules?select=id,name,project_id,employee_id,rule,grace_minutes,on_site,stop_after_minutes,stop_at_edge,ends_day,day_ends_at,updated_at&${company}&order=created_at`,
    ],
  };
  const made: Readonly<Record<string, ReturnType<typeof singleCalls>>> = {
    recovery: { calls: [['rpc/my_recovery', {}]], shape: (rows: Rows) => rows[0] ?? null },
    'time-entries week-summary': {
      calls: [['rpc/week_summary', {}]],
      shape: (rows: Rows) => rows[0],
    },
    'notifications bell': {
      calls: [
        [
          `notifications?select=id,event,template,data,path,created_at,read_at&employee_id=eq.${person.employeeId}&order=created_at.desc,id.desc&limit=30`,
        ],
      ],
      shape: (rows: Rows) => ({ pages: [rows], pageParams: [null] }),
    },
    'time-entries list': {
      calls: [
        [
          'rpc/list_time_entries',
          {
            start_param: range?.start,
            end_param: range?.end,
            employee_id_param: employeeId,
            limit_param: 200,
          },
        ],
      ],
      shape: (page: unknown) => ({ pages: [page], pageParams: [0] }),
    },
    'time-entries kept': {
      calls: [
        [
          'rpc/list_time_entries',
          {
            start_param: storedSince,
            end_param: new Date(Date.now() + DAY_MS).toISOString(),
            employee_id_param: person.employeeId,
            limit_param: 1000,
          },
        ],
      ],
      shape: ({ entries }: { entries: unknown }) => ({
        since: storedSince,
        entries,
      }),
    },
    'verification off-site': {
      calls: [[`verifications?select=id&${company}&status=eq.open&kind=eq.off_site_punch`]],
      shape: (rows: Rows) => rows.length,
    },
    'certificates of': {
      calls: [
        [
          `certifications?select=id,type_id,number,issued_on,expires_on,type:certification_types(name,warn_days)&${own}&order=expires_on.desc.nullsfirst`,
        ],
        [
          `certificate_proofs?select=id,type_id,certification_id,path,media_type,taken_at,review,review_note,type:certification_types(name)&${own}&uploaded_at=not.is.null&order=taken_at.desc`,
        ],
      ],
      shape: (held: Rows, proofs: Rows) => ({ held, proofs }),
    },
    classifications: {
      calls: [
        ['rpc/project_classifications', {}],
        ['rpc/classification_defaults', {}],
      ],
      shape: (classes: Rows, defaults: Rows) => ({ classes, defaults }),
    },
    'equipment meters-to-read': {
      calls: [['rpc/meters_to_read', {}]],
      shape: (rows: Rows) =>
        rows.map((row) => ({
          id: row['equipment_id'],
          name: [row['number'], row['name']].filter(Boolean).join(' '),
          meterUnit: row['meter_unit'],
          reading: row['reading'],
          readAt: row['read_at'],
        })),
    },
  };
  const name = isId ? String(root) : `${root} ${part}`;
  const single = one[name];
  const found = single ? { calls: [single] } : made[name];
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
  await as(db.sql, us.owner, async (tx) => {
    await tx`insert into equipment (name, number) values ('Excavator', 'EX-04')`;
    await tx`insert into clock_questions (moment, text_en, text_es) values ('out', 'Hurt?', '¿Herido?'), ('in', 'Fit?', '¿Apto?')`;
    await tx`insert into break_types (name, kind, paid) values ('Lunch', 'meal', false)`;
    await tx`insert into clock_in_rules (name, rule) values ('All', 'ask_reason')`;
    await tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId})`;
    const [type] = await tx<{ id: string }[]>`
      insert into certification_types (name) values ('OSHA 10') returning id`;
    await tx`insert into certifications (employee_id, type_id, number, expires_on)
      values (${us.employee.employeeId}, ${type?.id ?? ''}, '17', current_date + 90)`;
  });
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
    expect(others.some(({ key }) => key[0] === 'dashboard')).toBe(
      screen === 'dashboard' && isOffice,
    );
    for (const { key, data } of others) {
      const said = JSON.stringify(key);
      const { calls, shape } = singleCalls(key, person, data);
      const answers: unknown[] = [];
      for (const [url, body] of calls) {
        const { status, answer } = await call(person, url, body);
        expect(status, said).toBe(200);
        answers.push(answer);
      }
      const single = shape ? shape(...(answers as never[])) : answers[0];
      expect(atRest(data), said).toEqual(atRest(single));
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
    ['notifications', 'bell', worker.employeeId],
    ['held-events', us.owner.companyId, worker.employeeId],
    ['projects', 'options', us.owner.companyId],
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
