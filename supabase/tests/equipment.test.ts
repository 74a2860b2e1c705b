import { beforeAll, expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const DAY = '2026-03-10';
const { db, us, them, act } = await openCompanies();
let excavators: string;

beforeAll(async () => {
  const [made] = await act(
    us.manager,
    (tx) =>
      tx`insert into equipment_classes (name, operating_rate, standby_rate) values ('Excavators', 85, 32) returning id`,
  );
  excavators = made?.['id'];
});

const at = (time: string, day = DAY) => new Date(`${day}T${time}:00-04:00`);

async function machine(unit: 'hours' | 'miles' | null = 'hours'): Promise<string> {
  const [row] = await act(
    us.manager,
    (tx) =>
      tx`insert into equipment (name, class_id, meter_unit) values ('EX', ${excavators}, ${unit}) returning id`,
  );
  return row?.['id'];
}

async function operate(who: Person, id: string, from: string, to: string) {
  const [row] = await db.sql`
    insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, equipment_id)
    values (${us.id}, ${who.employeeId}, ${at(from)}, ${at(to)}, ${us.project}, ${id}) returning id`;
  return row?.['id'] as string;
}

const hours = (id: string, who = us.manager) =>
  act(who, (tx) => tx`select * from equipment_hours(${DAY}, ${DAY}, ${id})`);

const read = (id: string, reading: number, when: Date, who = us.employee) =>
  act(
    who,
    (tx) => tx`select flag, reading from record_meter(${id}, ${reading}, ${when.toISOString()})`,
  );

const flags = async (id: string) =>
  (
    await db.sql`select flag from equipment_readings where equipment_id = ${id} order by read_at`
  ).map((row) => row['flag']);

test('EQ-1: operator hours are machine hours, less the meal', async () => {
  const id = await machine();
  const entry = await operate(us.employee, id, '07:00', '15:30');
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    values (${us.id}, ${entry}, ${at('12:00')}, ${at('12:30')}, 'meal', false)`;
  expect(await hours(id)).toMatchObject([
    { operator_seconds: '28800', working_seconds: '28800', overlap_seconds: '0', cost: '680.00' },
  ]);
  const [total] = await db.sql`select sum(seconds) from work_totals where equipment_id = ${id}`;
  expect(total?.['sum']).toBe('28800');
  expect(await hours(id, us.foreman)).toMatchObject([{ cost: null }]);
  await db.sql`delete from time_entries where id = ${entry}`;
});

test('EQ-2: two on one machine count once, kept by who started first', async () => {
  const id = await machine();
  const entries = [
    await operate(us.employee, id, '07:00', '12:00'),
    await operate(us.colleague, id, '11:00', '15:00'),
  ];
  const rows = await hours(id);
  const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
  expect([sum('operator_seconds'), sum('working_seconds'), sum('overlap_seconds')]).toEqual([
    32_400, 28_800, 3_600,
  ]);
  expect(rows.find((row) => row['employee_id'] === us.colleague.employeeId)).toMatchObject({
    working_seconds: '10800',
    overlap_seconds: '3600',
  });
  await db.sql`delete from time_entries where id = any (${entries})`;
});

test('EQ-3: days without an operator: working and idle cost, down does not', async () => {
  const id = await machine();
  await act(
    us.foreman,
    (
      tx,
    ) => tx`insert into equipment_days (equipment_id, work_date, project_id, working_minutes, idle_minutes, down_minutes)
      values (${id}, ${DAY}, ${us.project}, 360, 120, 30)`,
  );
  expect(await hours(id)).toMatchObject([
    { working_seconds: '21600', idle_seconds: '7200', down_seconds: '1800', cost: '574.00' },
  ]);
  await expect(
    act(
      us.foreman,
      (tx) =>
        tx`insert into equipment_days (equipment_id, work_date, working_minutes, idle_minutes) values (${id}, ${DAY}, 1000, 441)`,
    ),
  ).rejects.toMatchObject({ constraint: 'equipment_days_minutes' });
});

test('EQ-4: a jump of more than a day can hold is flagged', async () => {
  const id = await machine();
  await read(id, 1204.5, at('07:00', '2026-03-10'));
  expect(await read(id, 1212.7, at('07:00', '2026-03-11'))).toMatchObject([{ flag: null }]);
  expect(await read(id, 1240, at('07:00', '2026-03-12'))).toMatchObject([{ flag: 'too_high' }]);
});

test('EQ-5: below the last is flagged and no measure for the next', async () => {
  const id = await machine();
  await read(id, 1212.7, at('07:00', '2026-03-10'));
  expect(await read(id, 1212.1, at('07:00', '2026-03-11'))).toMatchObject([{ flag: 'below_last' }]);
  expect(await read(id, 1220, at('07:00', '2026-03-12'))).toMatchObject([{ flag: null }]);
});

test('a reading that arrives late, or goes, has the later ones judged again', async () => {
  const id = await machine();
  await read(id, 1000, at('07:00', '2026-03-10'));
  await read(id, 900, at('07:00', '2026-03-12'));
  expect(await flags(id)).toEqual([null, 'below_last']);
  await act(
    us.manager,
    (tx) => tx`delete from equipment_readings where equipment_id = ${id} and reading = 1000`,
  );
  expect(await flags(id)).toEqual([null]);
  await read(id, 950, at('07:00', '2026-03-11'));
  expect(await flags(id)).toEqual([null, 'below_last']);
});

test('a vehicle may run 80 miles an hour, not more', async () => {
  const id = await machine('miles');
  await read(id, 1000, at('07:00', '2026-03-10'));
  expect(await read(id, 1160, at('09:00', '2026-03-10'))).toMatchObject([{ flag: null }]);
  expect(await read(id, 1240.1, at('10:00', '2026-03-10'))).toMatchObject([{ flag: 'too_high' }]);
});

test('EQ-6: ok, soon, due, overdue', async () => {
  const id = await machine();
  await act(
    us.manager,
    (tx) =>
      tx`insert into equipment_services (equipment_id, name, every_hours, last_done_reading) values (${id}, 'Oil', 250, 1000)`,
  );
  const states: unknown[] = [];
  for (const [index, reading] of [1224.9, 1225, 1250, 1250.1].entries()) {
    await read(id, reading, at('07:00', `2026-03-1${index * 2}`));
    const rows = await act(us.foreman, (tx) => tx`select * from equipment_overview()`);
    states.push(rows.find((row) => row['equipment_id'] === id)?.['service_state']);
  }
  expect(states).toEqual(['ok', 'soon', 'due', 'overdue']);
});

test('a failed inspection takes the machine out of service; a passed one changes nothing', async () => {
  const id = await machine();
  const inspect = (passed: boolean, who = us.employee) =>
    act(
      who,
      (tx) =>
        tx`insert into equipment_inspections (equipment_id, passed) values (${id}, ${passed})`,
    );
  const status = async () =>
    (await db.sql`select status from equipment where id = ${id}`)[0]?.['status'];
  await inspect(true);
  expect(await status()).toBe('available');
  await inspect(false);
  expect(await status()).toBe('down');
  await expect(inspect(false, them.employee)).rejects.toMatchObject({ code: '23503' });
});

test('meters and machines of another company are out of reach', async () => {
  const id = await machine();
  await expect(read(id, 1, at('07:00'), them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  expect(await hours(id, them.owner)).toEqual([]);
  await expect(read(id, 1, new Date(Date.now() + 3_600_000))).rejects.toMatchObject({
    hint: 'time_in_future',
  });
  await expect(read(id, Number.NaN, at('07:00'))).rejects.toMatchObject({
    constraint: 'equipment_readings_reading_range',
  });
  expect(await flags(id)).toEqual([]);
  await expect(hours(id, us.employee)).rejects.toMatchObject({ code: '42501' });
});

test('a repeated reading is kept once', async () => {
  const id = await machine();
  const key = crypto.randomUUID();
  for (let times = 0; times < 2; times += 1) {
    await act(us.employee, (tx) => tx`select record_meter(${id}, 12, id_param => ${key})`);
  }
  expect(await flags(id)).toEqual([null]);
});

test('machines ask for their meter at clock-out where the class wants it', async () => {
  const id = await machine();
  const without = await machine(null);
  const asked = async (who: Person) =>
    (await act(who, (tx) => tx`select equipment_id, reading from meters_to_read()`)).filter(
      (row) => row['equipment_id'] === id || row['equipment_id'] === without,
    );
  expect(await asked(us.employee)).toEqual([]);
  await act(us.manager, (tx) => tx`update equipment_classes set meter_at_clock_out = true`);
  expect(await asked(us.employee)).toEqual([{ equipment_id: id, reading: null }]);
  await read(id, 100, at('07:00'));
  await read(id, 90, at('08:00'));
  expect(await asked(us.employee)).toEqual([{ equipment_id: id, reading: '100.0' }]);
  expect(await asked(them.employee)).toEqual([]);
  await act(us.manager, (tx) => tx`update equipment set status = 'retired' where id = ${id}`);
  expect(await asked(us.employee)).toEqual([]);
  await act(us.manager, (tx) => tx`update equipment_classes set meter_at_clock_out = false`);
});
