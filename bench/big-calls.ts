/** Of one of the two companies that are compared. */
export interface Place {
  readonly companyId: string;
  readonly managerId: string;
  readonly workerId: string;
  readonly workerEmployeeId: string;
  readonly projectId: string;
}

export interface Call {
  readonly name: string;
  readonly as: 'manager' | 'worker' | 'system';
  sql(place: Place): string;
}

const week = `date_trunc('week', current_date)::date`;
const lastWeek = `${week} - 7, ${week} - 1`;
const newId = `gen_random_uuid()`;

const call = (name: string, as: Call['as'], sql: Call['sql'] | string): Call => ({
  name,
  as,
  sql: typeof sql === 'string' ? () => sql : sql,
});

/** Events a phone made without a signal: `kind` and what of its payload is the kind's own. */
const synced = (kind: string, payload: string, employee = '') =>
  `jsonb_build_array(jsonb_build_object('id', ${newId}, 'device_id', 'bench', 'sequence', 1, 'kind', '${kind}', 'happened_at', now(), 'offset_ms', 0${employee}, 'payload', ${payload}))`;

/** Calls with arguments of first screens, lists, the clock, sync and the office. Those without are found by themselves. */
export const CALLS: readonly Call[] = [
  ...['dashboard', 'time_tracker', 'payroll', 'my_status', 'crew'].flatMap((screen) =>
    (['manager', 'worker'] as const).map((as) =>
      call(`first_screen ${screen}`, as, `select first_screen('${screen}')`),
    ),
  ),
  call(
    'list_time_entries, a day',
    'manager',
    `select * from list_time_entries(current_date - interval '1 day', now(), limit_param => 200)`,
  ),
  call(
    'list_time_entries, own week',
    'worker',
    `select * from list_time_entries(now() - interval '7 days', now(), limit_param => 200)`,
  ),
  call('clock_in', 'worker', ({ projectId }) => `select clock_in('${projectId}')`),
  call('week_summary', 'worker', 'select * from week_summary()'),
  call(
    'sync_events, clock in',
    'worker',
    ({ projectId }) =>
      `select * from sync_events(${synced('clock_in', `jsonb_build_object('entry_id', ${newId}, 'project_id', '${projectId}')`)})`,
  ),
  call(
    'sync_events, break',
    'worker',
    `select * from sync_events(${synced('start_break', `jsonb_build_object('break_id', ${newId})`)})`,
  ),
  call(
    'approve_time, a person and week',
    'manager',
    ({ workerEmployeeId }) => `select approve_time('${workerEmployeeId}', ${lastWeek})`,
  ),
  call(
    'save_time_entry, notes',
    'manager',
    ({ companyId, workerEmployeeId }) =>
      `select save_time_entry(t.id, t.employee_id, t.clock_in, t.clock_out, t.project_id, t.cost_code_id, 'Bench', null, 'Bench') from (select * from time_entries where company_id = '${companyId}' and employee_id = '${workerEmployeeId}' order by clock_in desc limit 1) t`,
  ),
  call(
    'sign_timesheet',
    'worker',
    `select sign_timesheet(${lastWeek}, 'Bench', 'These hours are mine.', 'en', '1')`,
  ),
  call(
    'employee_history',
    'manager',
    ({ workerEmployeeId }) => `select * from employee_history('${workerEmployeeId}')`,
  ),
  call('payroll_overview', 'manager', `select * from payroll_overview(${lastWeek})`),
  call(
    'payroll_lines_for, a person',
    'manager',
    ({ companyId, workerEmployeeId }) =>
      `select * from payroll_lines_for('${companyId}', ${lastWeek}, '${workerEmployeeId}')`,
  ),
  call('hours_report by project', 'manager', `select * from hours_report(${lastWeek}, 'project')`),
  call(
    'labor_cost_report by project',
    'manager',
    `select * from labor_cost_report(${lastWeek}, 'project')`,
  ),
  call('schedule_board', 'manager', `select schedule_board(${lastWeek})`),
  call('search_records', 'manager', `select * from search_records('site 1')`),
  call('list_photos', 'manager', 'select * from list_photos()'),
  call('project_hub', 'manager', ({ projectId }) => `select project_hub('${projectId}')`),
  call(
    'certified_payroll_weeks',
    'manager',
    ({ projectId }) => `select * from certified_payroll_weeks('${projectId}')`,
  ),
  call(
    'certified_payroll of a week',
    'manager',
    ({ projectId }) =>
      `select certified_payroll('${projectId}', current_date - 1 - extract(dow from current_date - 1)::integer)`,
  ),
  call(
    'an edited class',
    'manager',
    'update work_classifications set base_rate = base_rate + 1 where id = (select id from work_classifications order by id limit 1)',
  ),
  call(
    'verify_audit_chain',
    'manager',
    ({ companyId }) => `select * from verify_audit_chain('${companyId}')`,
  ),
  call('check_ledger', 'system', ({ companyId }) => `select private.check_ledger('${companyId}')`),
];
