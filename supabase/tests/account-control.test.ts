import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, makeCompany, openCompany } from './world.ts';

const { db, us } = await openCompany();

test('a new company invites a hundred people an hour, by import as well', async () => {
  const company = await makeCompany(db.sql);
  const rows = Array.from({ length: 110 }, (_, n) => ({
    first_name: `P${'x'.repeat(n % 40)}`,
    last_name: `L${'y'.repeat(Math.floor(n / 40))}`,
    email: `${randomUUID()}@example.com`,
  }));
  await expect(
    as(
      db.sql,
      company.owner,
      (tx) => tx`select * from import_employees(${tx.json(rows)}, false, true)`,
    ),
  ).rejects.toMatchObject({ hint: 'too_many_invitations' });
  const [mails] = await db.sql`
    select count(*)::int as count from mail.outbox
     where to_address = any(${rows.map(({ email }) => email)})`;
  expect(mails?.['count']).toBe(0);
});

test('a client says that it is the web or the mobile app, and nothing that speaks for more', async () => {
  const sourceOf = async (client: string) => {
    const [row] = await as(
      db.sql,
      us.employee,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${us.employee.employeeId}, now() - interval '2 minutes', now() - interval '1 minute') returning id`,
      { 'x-client-source': client },
    );
    const [event] = await db.sql`
      select source from audit_events where entity_id = ${row?.['id']} order by sequence desc limit 1`;
    await db.sql`delete from time_entries where id = ${row?.['id']}`;
    return event?.['source'];
  };
  expect(await sourceOf('web')).toBe('web');
  expect(await sourceOf('mobile')).toBe('mobile');
  for (const invented of ['kiosk', 'import', 'database', 'payroll office']) {
    expect(await sourceOf(invented)).toBe('api');
  }
});
