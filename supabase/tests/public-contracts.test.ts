import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicProject } from './public-work-stage.ts';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
const { sql } = db;
type Who = Person | 'anon';

const checks = (who: Who, projectId: string | null) =>
  as(sql, who, (tx) => tx`select * from public_work_checklist(${projectId})`);
const codesOf = async (projectId: string): Promise<string[]> =>
  (await checks(us.manager, projectId)).map(({ code }) => String(code));
const CARPENTER = { name: 'Carpenter', base: 30, fringe: 12.5 };
const NOBODY = [us.foreman, us.employee, us.deactivated, 'anon'] as const;

/** A complete contract of this company, of which a test takes something away. */
async function complete(contract: object = {}) {
  const stage = await publicProject(sql, us.id, [CARPENTER]);
  const fields = {
    contract_number: 'C-1',
    agency: 'City',
    county: 'Alameda',
    state: 'CA',
    cwhssa: 'applies',
    week_ends_on: 6,
    ...contract,
  };
  await sql`update public_contracts c set contract_number = f.contract_number, agency = f.agency, county = f.county, state = f.state,
      cwhssa = f.cwhssa, week_ends_on = f.week_ends_on, regime = coalesce(f.regime, c.regime), contractor_role = coalesce(f.contractor_role, c.contractor_role)
    from jsonb_populate_record(null::public_contracts, ${JSON.stringify(fields)}::jsonb) f
    where c.company_id = ${us.id} and c.project_id = ${stage.project}`;
  return { ...stage, classId: stage.classes[0] ?? '' };
}

const work = (project: string, date: string, classId: string | null, employee = us.employee) =>
  sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out, classification_id)
    values (${us.id}, ${employee.employeeId}, ${project}, ${`${date}T13:00:00Z`}, ${`${date}T15:00:00Z`}, ${classId})`;

await sql`update companies set week_start = 0 where id = ${us.id}`;

test('nothing is missing in a complete contract; each thing taken away is named', async () => {
  const { project } = await complete();
  expect(await codesOf(project)).toEqual([]);
  const lacking = await complete({
    contract_number: ' ',
    agency: null,
    county: null,
    cwhssa: 'unknown',
    week_ends_on: 3,
    regime: 'ny',
    contractor_role: 'sub',
  });
  const found = await checks(us.manager, lacking.project);
  expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'error contract_number_missing',
    'error prime_missing',
    'error location_missing',
    'warning agency_missing',
    'warning cwhssa_unknown',
    'warning portal_id_missing',
    'warning week_differs',
  ]);
  expect(found.find(({ code }) => code === 'portal_id_missing')?.['subject']).toBe('prc_number');
});

test('a project with the switch for prevailing wage needs a contract, one with a contract a determination', async () => {
  const id = randomUUID();
  await sql`insert into projects (company_id, id, name, prevailing_wage) values (${us.id}, ${id}, 'Switched', true)`;
  expect(await codesOf(id)).toEqual(['contract_missing']);
  const { project } = await complete();
  await sql`delete from wage_determinations where company_id = ${us.id} and project_id = ${project}`;
  expect(await codesOf(project)).toEqual(['determination_missing']);
  await sql`insert into wage_determinations (company_id, project_id, number, modification, effective_from)
    values (${us.id}, ${project}, 'VA1', '', '2026-01-01')`;
  expect(await codesOf(project)).toEqual(['classes_missing', 'modification_missing']);
});

test('time without a class, before the determination, and of people without a usual class', async () => {
  const { project, classId } = await complete();
  await work(project, '2025-12-30', null);
  const found = await checks(us.manager, project);
  expect(found).toMatchObject([
    { code: 'time_without_class', quantity: 1 },
    { code: 'determination_later' },
  ]);
  await sql`update time_entries set classification_id = ${classId} where project_id = ${project}`;
  await sql`insert into project_members (company_id, project_id, employee_id) values (${us.id}, ${project}, ${us.employee.employeeId})`;
  const [person] = await checks(us.manager, project).then((rows) =>
    rows.filter(({ code }) => code === 'people_without_class'),
  );
  expect(person).toMatchObject({ quantity: 1, severity: 'warning' });
  await as(
    sql,
    us.manager,
    (
      tx,
    ) => tx`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date)
      values (${us.id}, ${us.employee.employeeId}, ${project}, ${classId}, '2026-01-01')`,
  );
  expect(await codesOf(project)).toEqual(['determination_later', 'identity_missing']);
});

test('time on a phase without a contract of its own is named', async () => {
  const { project } = await complete();
  const phase = randomUUID();
  await sql`insert into projects (company_id, id, name, parent_id) values (${us.id}, ${phase}, 'Gym', ${project})`;
  expect(await codesOf(project)).toEqual([]);
  await work(phase, '2026-01-05', null);
  expect(await checks(us.manager, project)).toMatchObject([
    { code: 'phases_without_contract', severity: 'warning', names: ['Gym'], quantity: 1 },
  ]);
  await sql`insert into public_contracts (company_id, project_id) values (${us.id}, ${phase})`;
  expect(await codesOf(project)).toEqual([]);
});

test('a class that the modification in effect lacks, and one that ended, are named while they are used', async () => {
  const { project, classId } = await complete();
  await sql`insert into cost_code_classifications (company_id, project_id, cost_code_id, classification_id)
    select ${us.id}, ${project}, id, ${classId} from cost_codes where company_id = ${us.id} limit 1`;
  const newer = randomUUID();
  await sql`insert into wage_determinations (company_id, id, project_id, number, modification, effective_from)
    values (${us.id}, ${newer}, ${project}, 'VA20260195', '1', '2026-02-01')`;
  await sql`insert into work_classifications (company_id, determination_id, code, name, base_rate) values (${us.id}, ${newer}, 'Mason', 'Mason', 31)`;
  expect(await checks(us.manager, project)).toMatchObject([
    { code: 'class_dropped', subject: 'VA20260195', names: ['Carpenter Carpenter'] },
  ]);
  await sql`update work_classifications set ends_on = '2026-01-31' where id = ${classId}`;
  expect(await codesOf(project)).toEqual(['class_ended', 'class_dropped']);
});

test('the checklist is for managers of the company', async () => {
  const { project } = await complete({ agency: null });
  expect(await codesOf(project)).toEqual(['agency_missing']);
  for (const who of NOBODY)
    await expect(checks(who, project)).rejects.toMatchObject({ code: '42501' });
  expect(await checks(them.owner, project)).toEqual([]);
  expect(await checks(them.owner, null)).toEqual([]);
});

test('a map takes a class of its own project that has not ended, from managers alone', async () => {
  const { project, classId } = await complete();
  const other = await complete();
  const codeId = (await sql`select id from cost_codes where company_id = ${us.id} limit 1`)[0]?.[
    'id'
  ];
  const map = (who: Who, classificationId: string) =>
    as(
      sql,
      who,
      (
        tx,
      ) => tx`insert into cost_code_classifications (company_id, project_id, cost_code_id, classification_id)
        values (${us.id}, ${project}, ${codeId}, ${classificationId})`,
    );
  const usual = (who: Who, classificationId: string, employee = us.employee) =>
    as(
      sql,
      who,
      (
        tx,
      ) => tx`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
        values (${us.id}, ${employee.employeeId}, ${project}, ${classificationId}, '2026-03-01', 5)`,
    );
  for (const write of [map, usual]) {
    await expect(write(us.manager, other.classId)).rejects.toMatchObject({
      hint: 'classification_not_on_project',
    });
    for (const who of [...NOBODY, them.owner])
      await expect(write(who, classId)).rejects.toMatchObject({ code: '42501' });
  }
  await sql`update work_classifications set ends_on = '2026-02-01' where id = ${classId}`;
  await expect(usual(us.manager, classId)).rejects.toMatchObject({
    hint: 'classification_not_in_force',
  });
  await expect(map(us.manager, classId)).rejects.toMatchObject({
    hint: 'classification_not_in_force',
  });
  await sql`update work_classifications set ends_on = null where id = ${classId}`;
  // Cash in lieu is pay: another manager decides about one's own.
  await expect(usual(us.manager, classId, us.manager)).rejects.toMatchObject({
    hint: 'own_pay_by_others',
  });
  const stored = await sql`select id from employee_classifications where project_id = ${project}
    union all select id from cost_code_classifications where project_id = ${project}`;
  expect(stored).toEqual([]);
  await map(us.manager, classId);
  await usual(us.manager, classId);
});

test('rates of zero or below, and rules that pay could not apply, are refused at their line', async () => {
  const { project } = await complete();
  const add = (code: string, base: number, fringe: number, overtime: object | null = null) =>
    as(
      sql,
      us.manager,
      (
        tx,
      ) => tx`insert into work_classifications (company_id, determination_id, code, name, base_rate, fringe_rate, overtime)
        select ${us.id}, d.id, ${code}, ${code}, ${base}, ${fringe}, ${overtime && JSON.stringify(overtime)}::jsonb
        from wage_determinations d where d.project_id = ${project}`,
    );
  await expect(add('A', 0, 1)).rejects.toMatchObject({
    constraint: 'work_classifications_base_positive',
  });
  await expect(add('A', 10, -1)).rejects.toMatchObject({
    constraint: 'work_classifications_fringe_not_negative',
  });
  await expect(add('A', 10, 1, { daily: [{ after: 'noon', mult: 2 }] })).rejects.toMatchObject({
    hint: 'invalid_overtime_policy',
  });
  await expect(add('Carpenter', 10, 1)).rejects.toMatchObject({
    constraint: 'work_classifications_code_once',
  });
  const names =
    await sql`select k.code from work_classifications k join wage_determinations d on d.id = k.determination_id where d.project_id = ${project}`;
  expect(names).toEqual([{ code: 'Carpenter' }]);
});

test('many people get a usual class in one call, each with a result; others than managers give none', async () => {
  const { project, classId } = await complete();
  const other = await publicProject(sql, us.id, [CARPENTER]);
  const line = (person: Person, classification = classId) => ({
    id: randomUUID(),
    new: true,
    values: {
      employee_id: person.employeeId,
      project_id: project,
      classification_id: classification,
      from_date: '2026-03-02',
      cash_in_lieu: null,
    },
  });
  const save = (who: Who, lines: object[]) =>
    as(
      sql,
      who,
      (tx) =>
        tx`select result, reason from save_rows('employee_classifications', ${JSON.stringify(lines)}::jsonb)`,
    );
  const stored = () =>
    sql`select employee_id from employee_classifications where project_id = ${project} order by employee_id`;
  for (const who of [...NOBODY, them.owner])
    await save(who, [line(us.employee)]).then(
      (rows) => expect(rows).toMatchObject([{ result: 'error' }]),
      (cause: { code?: string }) => expect(cause.code).toBe('42501'),
    );
  expect(await stored()).toEqual([]);
  const results = await save(us.manager, [
    line(us.employee),
    line(us.employee),
    line(us.foreman, other.classes[0]),
    line(us.colleague),
  ]);
  expect(results).toEqual([
    { result: 'new', reason: null },
    { result: 'error', reason: 'employee_classifications_once' },
    { result: 'error', reason: 'classification_not_on_project' },
    { result: 'new', reason: null },
  ]);
  expect(await stored()).toEqual(
    [us.employee.employeeId, us.colleague.employeeId]
      .toSorted()
      .map((employee_id) => ({ employee_id })),
  );
});

test('everyone of a company with a contract hears that it does public work, and nobody else', async () => {
  const hears = async (who: Who) =>
    (await as(sql, who, (tx) => tx`select viewer() -> 'public_work' as public`))[0]?.['public'];
  await complete();
  for (const who of [us.owner, us.foreman, us.employee]) expect(await hears(who)).toBe(true);
  expect(await hears(them.owner)).toBe(false);
  expect(await hears(us.deactivated)).not.toBe(true);
  await sql`delete from public_contracts where company_id = ${us.id}`;
  expect(await hears(us.employee)).toBe(false);
});
