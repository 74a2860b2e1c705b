import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signedTicket } from './extra-work-stage.ts';
import { as, openCompany, type Person, type Tx } from './world.ts';

const { db, us } = await openCompany({ connections: 4 });
const run = <T>(who: Person, story: (tx: Tx) => PromiseLike<T>) =>
  as(db.sql, who, async (tx) => story(tx));

/** Functions that answer a repeat without comparing, and why that is right. */
const ANSWERED = new Map([
  ['add_forms', 'each id of the list is a form of its own, compared by its template'],
  ['add_kiosk_photo', 'the photo of one punch'],
  ['answer_message_link', 'a link takes one answer'],
  ['answer_ticket_link', 'a link takes one answer'],
  ['attach_paper_timesheet', 'found by the hash of the scan, which is the content'],
  ['hand_in_report', 'says itself that the report was handed in'],
  ['kiosk_punch', 'events of tablets are compared by their time'],
  ['kiosk_sign_in', 'a visit is found by its id alone, as for site_sign_in'],
  ['kiosk_sync_events', 'events are compared one by one'],
  ['kiosk_sync_extras', 'events are compared one by one'],
  ['register_device', 'a later name replaces the first'],
  ['register_device_key', 'a key is its own content'],
  ['save_push_subscription', 'a later subscription replaces the first'],
  ['save_time_entry', 'a repeat writes what was sent'],
  ['sign_in_visitor', 'a visit is found by its id alone, as for site_sign_in'],
  ['site_sign_in', 'a guest who sends the form again is the same guest'],
  ['sync_events', 'events are compared one by one'],
]);

test('every function that is idempotent by id compares what comes again', async () => {
  const rows = await db.sql`select distinct p.proname as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and obj_description(p.oid) ~* 'idempotent|own, once'
      and p.prosrc !~ 'require_same_call' and p.prosrc !~ 'private\\.enter_late_time'
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([...ANSWERED.keys()].sort());
});

const REUSED = { hint: 'id_reused' };

describe('the same id with the same content is answered, with other content refused', () => {
  test('of a payroll file, also for two at once', async () => {
    const id = randomUUID();
    const record = (last: string, settings: object | null = null) =>
      run(
        us.owner,
        (tx) =>
          tx`select id, end_date::text, created_at from record_payroll_export('2022-03-07', ${last}, 'csv', null, ${settings && db.sql.json(settings as never)}, ${id})`,
      );
    const [one, two] = await Promise.all([record('2022-03-13'), record('2022-03-13')]);
    expect(one).toEqual(two);
    await run(us.owner, (tx) => tx`select note_payroll_file_hash(${id}, ${'a'.repeat(64)})`);
    expect(await record('2022-03-13')).toEqual(one);
    await expect(record('2022-03-20')).rejects.toMatchObject(REUSED);
    await expect(record('2022-03-13', { delimiter: ';' })).rejects.toMatchObject(REUSED);
    expect(await db.sql`select from payroll_exports where company_id = ${us.id}`).toHaveLength(1);
  });

  test('of an expense, also for two at once', async () => {
    const id = randomUUID();
    const save = (amount: number) =>
      run(
        us.employee,
        (tx) =>
          tx`select id, amount from save_expense(${id}, ${db.sql.json({ project_id: us.project, spent_on: '2026-03-02', amount, receipt_photo_id: null })})`,
      );
    const [one, two] = await Promise.all([save(12.5), save(12.5)]);
    expect(one).toEqual(two);
    await expect(save(13)).rejects.toMatchObject(REUSED);
    expect(await db.sql`select amount from expenses where id = ${id}`).toEqual([
      { amount: '12.50' },
    ]);
  });

  test('of a trip, also for two at once', async () => {
    const trip = randomUUID();
    await run(
      us.owner,
      (tx) =>
        tx`insert into per_diem_rules (project_id, from_date, daily_amount) values (${us.project}, '2020-01-01', 50)`,
    );
    const claim = (last: string) =>
      run(
        us.employee,
        (tx) => tx`select id from claim_per_diem(${trip}, ${us.project}, '2026-03-02', ${last})`,
      );
    const [one, two] = await Promise.all([claim('2026-03-04'), claim('2026-03-04')]);
    expect(one).toEqual(two);
    expect(one).toHaveLength(3);
    await expect(claim('2026-03-03')).rejects.toMatchObject(REUSED);
  });

  test('of a ticket and of an invoice', async () => {
    const [other] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Other') returning id`;
    const id = randomUUID();
    const [today] =
      await db.sql`select current_date::text as day, (current_date - 1)::text as before`;
    const begin = (project: string, day = today?.['day'] as string) =>
      run(us.manager, (tx) => tx`select id from draft_ticket(${project}, ${day}, '{}', ${id})`);
    expect(await begin(us.project)).toEqual(await begin(us.project));
    await expect(begin(other?.['id'])).rejects.toMatchObject(REUSED);
    await expect(begin(us.project, today?.['before'])).rejects.toMatchObject(REUSED);

    const made = await signedTicket(db.sql, us, [
      { kind: 'labor', employee: us.employee.employeeId, quantity: 2 },
    ]);
    await run(us.manager, async (tx) => {
      await tx`insert into bill_rates (employee_id, rate) values (${us.employee.employeeId}, 80)`;
      await tx`select price_ticket(${made.id})`;
      await tx`select set_ticket_status(${made.id}, 'submitted')`;
      await tx`select set_ticket_status(${made.id}, 'approved')`;
    });
    const invoice = randomUUID();
    const bill = (last: string, tickets = [made.id]) =>
      run(
        us.manager,
        (tx) =>
          tx`select id, number from draft_invoice(${us.project}, '2026-03-01', ${last}, ${tickets}, false, null, null, ${invoice})`,
      );
    expect(await bill('2026-03-31')).toEqual(await bill('2026-03-31'));
    await expect(bill('2026-03-30')).rejects.toMatchObject(REUSED);
    await expect(bill('2026-03-31', [])).rejects.toMatchObject(REUSED);
  });

  test('of a clock: the same start is answered, also after somebody corrected it', async () => {
    const [other] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Elsewhere') returning id`;
    const id = randomUUID();
    const start = (project: string) =>
      run(us.employee, (tx) => tx`select id from clock_in(${project}, null, null, ${id})`);
    expect(await start(us.project)).toEqual(await start(us.project));
    await expect(start(other?.['id'])).rejects.toMatchObject(REUSED);
    await run(
      us.manager,
      (tx) => tx`update time_entries set project_id = ${other?.['id']} where id = ${id}`,
    );
    expect(await start(us.project)).toEqual([{ id }]);
  });

  test('of a reading of a machine', async () => {
    const [machine] =
      await db.sql`insert into equipment (company_id, name, meter_unit) values (${us.id}, 'Crane', 'hours') returning id`;
    const id = randomUUID();
    const read = (reading: number) =>
      run(
        us.manager,
        (tx) => tx`select id from record_meter(${machine?.['id']}, ${reading}, now(), null, ${id})`,
      );
    expect(await read(120.5)).toEqual(await read(120.5));
    await expect(read(121)).rejects.toMatchObject(REUSED);
  });
});
