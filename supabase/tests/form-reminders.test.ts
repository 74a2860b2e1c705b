import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { as, type Company, hoursAgo, makeCompany, openDatabase, type Person } from './world.ts';

// Who is reminded of a form that is due and not filled, when, and of which machine.
const db = await openDatabase();
let us: Company;
let form: string;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  form = await addForm(us);
});

const words = (text: string) => ({ en: text, es: text });
const DEFINITION = {
  sections: [
    { id: 'a', title: words('Cab'), questions: [{ id: 'b', kind: 'text', label: words('Belt') }] },
  ],
};
const DAY = '2026-01-12';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const instant = (time: string, day = DAY) => new Date(`${day}T${time}:00-05:00`);

async function addForm(company: Company): Promise<string> {
  const id = randomUUID();
  const item = { id, name: 'Daily check', name_es: 'Revisión', category: 'equipment_check' };
  await as(
    db.sql,
    company.owner,
    (tx) => tx`select add_forms(${tx.json([{ ...item, definition: DEFINITION }] as never)})`,
  );
  return id;
}
const assign = async (values: object = {}, company = us): Promise<string> => {
  const row = { starts_on: '2026-01-01', weekdays: EVERY_DAY, form_id: form, ...values };
  const [added] = await as(
    db.sql,
    company.manager,
    (tx) => tx`insert into form_assignments ${tx(row as never)} returning id`,
  );
  return added?.['id'] as string;
};
const addMachine = async (number: string, classId: string | null = null): Promise<string> => {
  const [row] = await db.sql`insert into equipment (company_id, name, number, class_id)
    values (${us.id}, 'Loader', ${number}, ${classId}) returning id`;
  return row?.['id'] as string;
};
const addClass = async (company = us): Promise<string> => {
  const [row] = await db.sql`insert into equipment_classes (company_id, name)
    values (${company.id}, 'Loaders') returning id`;
  return row?.['id'] as string;
};
const work = async (person: Person, from: Date, fields: object = {}, until: Date | null = null) => {
  const where = { company_id: us.id, project_id: us.project, employee_id: person.employeeId };
  const row = { ...where, clock_in: from, clock_out: until, ...fields };
  const [added] = await db.sql`insert into time_entries ${db.sql(row as never)} returning id`;
  return added?.['id'] as string;
};
const join = (person: Person) =>
  db.sql`insert into project_members (company_id, project_id, employee_id)
    values (${us.id}, ${us.project}, ${person.employeeId})`;
const fill = async (person: Person, assignment: string, fields: object = {}) => {
  const [version] = await db.sql`select id from form_versions where form_id = ${form}`;
  const row = {
    company_id: us.id,
    form_id: form,
    form_version_id: version?.['id'],
    assignment_id: assignment,
    project_id: us.project,
    employee_id: person.employeeId,
    answers: { values: {}, people: {} },
    work_date: DAY,
    filled_at: instant('07:30'),
    ...fields,
  };
  await db.sql`insert into form_submissions ${db.sql(row as never)}`;
};
/** How many reminders there are in this company afterwards. */
const remind = async (moment: Date): Promise<number> => {
  await db.sql`select private.remind_of_forms(${moment})`;
  return (await remindedIds()).length;
};
const remindedIds = async () => {
  const rows = await db.sql`select employee_id from notifications
    where company_id = ${us.id} and event = 'form_due'`;
  return rows.map((row) => row['employee_id']);
};
const bellOf = async (person: Person) => {
  const rows = await as(
    db.sql,
    person,
    (tx) => tx`select path, data, read_at from notifications where event = 'form_due'`,
  );
  return rows.map((row) => ({ ...row }));
};
const reminded = async () => {
  const ids = await remindedIds();
  const people = ['owner', 'manager', 'foreman', 'employee', 'colleague'] as const;
  return people.filter((name) => ids.includes(us[name].employeeId));
};

test('one for all is asked of who leads there, an hour after work began, once, with a link to fill it', async () => {
  const assignment = await assign({ project_id: us.project });
  await work(us.employee, instant('07:00'));
  expect(await remind(instant('07:55'))).toBe(0);
  await work(us.foreman, instant('07:30'));
  await Promise.all([remind(instant('08:00')), remind(instant('08:00'))]);
  expect(await remind(instant('09:00'))).toBe(1);
  expect(await reminded()).toEqual(['foreman']);
  expect(await bellOf(us.foreman)).toMatchObject([
    {
      path: `/forms/fill?assignment=${assignment}`,
      data: { form: 'Daily check', assignment_id: assignment, period_start: DAY },
    },
  ]);
  // The next day is another occasion.
  await work(us.colleague, instant('07:00', '2026-01-13'));
  expect(await remind(instant('08:00', '2026-01-13'))).toBe(2);
  expect(await reminded()).toEqual(['foreman', 'colleague']);
});

test('without anyone who leads all who are there are asked; without anyone there, nobody', async () => {
  await assign({ project_id: us.project });
  await work(us.employee, instant('07:00'));
  await work(us.colleague, instant('07:00'), {}, instant('07:40'));
  await remind(instant('08:00'));
  expect(await reminded()).toEqual(['employee']);
  await join(us.foreman);
  await work(us.foreman, instant('07:00', '2026-01-14'), {}, instant('07:50', '2026-01-14'));
  expect(await remind(instant('08:05', '2026-01-14'))).toBe(1);
});

test('what foremen fill is asked of the team’s foreman, wherever they are, and of no worker', async () => {
  await assign({ project_id: us.project, filled_by: 'foreman' });
  await work(us.employee, instant('07:00'));
  expect(await remind(instant('08:00'))).toBe(0);
  await join(us.employee);
  await join(us.foreman);
  expect(await remind(instant('08:05'))).toBe(1);
  expect(await reminded()).toEqual(['foreman']);
});

test('for a crew its foreman is asked; a published shift is work too, and who is off the clock is left alone', async () => {
  const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
    values (${us.id}, 'Steel', ${us.foreman.employeeId}) returning id`;
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${us.employee.employeeId}, '2025-01-01')`;
  await assign({ crew_id: crew?.['id'] });
  await assign({ every: 'shift' });
  await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    values (${us.id}, ${us.employee.employeeId}, ${us.project}, ${instant('06:00')}, ${instant('14:00')}, 'published')`;
  expect(await remind(instant('06:30'))).toBe(0);
  expect(await remind(instant('07:00'))).toBe(1);
  expect(await reminded()).toEqual(['foreman']);
});

test('each for themselves: who is on the clock for an hour and has not filled it', async () => {
  const assignment = await assign({ every: 'shift' });
  await work(us.employee, instant('07:00'));
  await work(us.colleague, instant('07:00'));
  await work(us.foreman, instant('07:30'));
  await fill(us.colleague, assignment);
  await remind(instant('08:00'));
  expect(await reminded()).toEqual(['employee']);
  await remind(instant('08:30'));
  expect(await reminded()).toEqual(['foreman', 'employee']);
});

test('a form of the week is asked for on its last four days, one for any time never', async () => {
  await db.sql`update companies set week_start = 1 where id = ${us.id}`;
  await assign({ every: 'week' });
  await assign({ every: 'any_time' });
  for (const day of ['2026-01-14', '2026-01-15', '2026-01-16']) {
    const id = await work(us.employee, instant('07:00', day));
    expect([day, await remind(instant('08:00', day))]).toEqual([day, day < '2026-01-15' ? 0 : 1]);
    await db.sql`update time_entries set clock_out = ${instant('09:00', day)} where id = ${id}`;
  }
});

test('a class of machines: each machine for itself, asked of whoever runs it', async () => {
  const classId = await addClass();
  const first = await addMachine('1', classId);
  const second = await addMachine('2', classId);
  const other = await addMachine('3');
  const assignment = await assign({ equipment_class_id: classId });
  await work(us.employee, instant('07:00'), { equipment_id: first });
  await work(us.colleague, instant('07:00'), { equipment_id: second });
  await work(us.foreman, instant('07:00'), { equipment_id: other });
  await fill(us.colleague, assignment, { equipment_id: second });
  expect(await remind(instant('08:00'))).toBe(1);
  expect(await bellOf(us.employee)).toMatchObject([
    {
      path: `/forms/fill?assignment=${assignment}&machine=${first}`,
      data: { place: '1 Loader', equipment_id: first },
    },
  ]);
  const missing = await as(
    db.sql,
    us.manager,
    (tx) => tx`select equipment_id, done_id is not null as done from forms_missing(${DAY}, ${DAY})`,
  );
  expect(missing).toEqual([
    { equipment_id: first, done: false },
    { equipment_id: second, done: true },
  ]);
});

test('machines of a class are filled one by one, of the class alone, and what was asked is settled', async () => {
  const hour = new Date().getUTCHours();
  const zone = `Etc/GMT${hour >= 12 ? '+' : '-'}${Math.abs(hour - 12)}`;
  await db.sql`update companies set time_zone = ${zone} where id = ${us.id}`;
  await db.sql`update projects set time_zone = ${zone} where company_id = ${us.id}`;
  const classId = await addClass();
  const machine = await addMachine('1', classId);
  const other = await addMachine('2');
  const assignment = await assign({ equipment_class_id: classId });
  await work(us.employee, hoursAgo(2), { equipment_id: machine });
  expect(await remind(new Date())).toBe(1);
  expect(await bellOf(us.employee)).toMatchObject([{ read_at: null }]);
  const due = (person: Person) =>
    as(
      db.sql,
      person,
      (tx) => tx`select equipment_id, equipment_name, done_id is not null as done from forms_due()`,
    );
  expect(await due(us.employee)).toEqual([
    { equipment_id: machine, equipment_name: '1 Loader', done: false },
  ]);
  expect(await due(us.colleague)).toEqual([]);
  const [version] = await db.sql`select id from form_versions where form_id = ${form}`;
  const submit = (equipment_id: string) => {
    const where = { form_version_id: version?.['id'], project_id: us.project, equipment_id };
    const given = { ...where, assignment_id: assignment, answers: { values: {}, people: {} } };
    return as(
      db.sql,
      us.employee,
      (tx) => tx`select (submit_form(${randomUUID()}, ${tx.json(given as never)})).assignment_id`,
    );
  };
  await expect(submit(other)).rejects.toMatchObject({ hint: 'form_not_assigned' });
  expect(await submit(machine)).toEqual([{ assignment_id: assignment }]);
  expect(await due(us.employee)).toMatchObject([{ equipment_id: machine, done: true }]);
  expect(await bellOf(us.employee)).toMatchObject([{ read_at: expect.any(Date) }]);
});

test('nobody reads the reminders of others, nobody assigns a class of another company', async () => {
  const them = await makeCompany(db.sql);
  const theirClass = await addClass(them);
  await expect(assign({ equipment_class_id: theirClass })).rejects.toMatchObject({
    constraint: 'form_assignments_equipment_class',
  });
  const ourClass = await addClass();
  await expect(
    assign({ equipment_class_id: ourClass, project_id: us.project }),
  ).rejects.toMatchObject({ constraint: 'form_assignments_one_target' });
  for (const who of [us.employee, us.foreman, them.owner])
    await expect(
      as(
        db.sql,
        who,
        (tx) =>
          tx`insert into form_assignments (company_id, form_id, equipment_class_id) values (${us.id}, ${form}, ${ourClass})`,
      ),
    ).rejects.toThrow();
  await expect(
    as(db.sql, 'anon', (tx) => tx`select id from form_assignments`),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await db.sql`select id from form_assignments where company_id = ${us.id}`).toEqual([]);
  await assign({ every: 'shift' });
  await work(us.employee, instant('07:00'));
  await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in)
    values (${them.id}, ${them.employee.employeeId}, ${them.project}, ${instant('07:00')})`;
  await remind(instant('08:00'));
  expect(await reminded()).toEqual(['employee']);
  for (const who of [us.colleague, us.owner, them.employee]) expect(await bellOf(who)).toEqual([]);
  for (const who of [us.owner, us.employee, 'anon' as const])
    await expect(
      as(db.sql, who, (tx) => tx`select private.remind_of_forms(now())`),
    ).rejects.toMatchObject({ code: '42501' });
});
