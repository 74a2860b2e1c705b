import { expect, test } from 'vitest';
import { consumeInviteLink } from '../../server/auth/invite-links.ts';
import { createOwnerLink } from '../../server/auth/owner-link.ts';
import { testOnOurServer } from '../../testing/hosted.ts';
import { as, hire, makeCompany, openDatabase, type Person, signUp } from './world.ts';

const db = await openDatabase();

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.hint,
  );
const found = (who: Pick<Person, 'userId'>) =>
  as(db.sql, who, (tx) => tx`select * from create_company('Mistake Inc')`);
const remove = (who: Person) => as(db.sql, who, (tx) => tx`select delete_empty_company()`);
const listings = (who: Person) => as(db.sql, who, (tx) => tx`select * from companies_listing_me()`);
const ask = (who: Person, id: string) => as(db.sql, who, (tx) => tx`select ask_to_join(${id})`);

test('a company founded by mistake is deleted by its owner, who can then join another', async () => {
  const us = await makeCompany(db.sql);
  const account = await signUp(db.sql, 'mistaken@example.com');
  await found(account);
  const [listed] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into employees (first_name, email) values ('Mia', 'mistaken@example.com') returning id`,
  );
  await as(db.sql, us.owner, (tx) => tx`select resend_invitation(${listed?.['id']})`);
  expect(
    await as(db.sql, account, (tx) => tx`select viewer() -> 'invitations' as list`),
  ).toMatchObject([{ list: [{ company_name: 'Test Builders' }] }]);
  await remove(account);
  const [invitation] = await as(db.sql, account, (tx) => tx`select id from my_invitations()`);
  await as(db.sql, account, (tx) => tx`select accept_invitation(${invitation?.['id']})`);
  const [me] =
    await db.sql`select company_id from employees where user_id = ${account.userId} and active`;
  expect(me?.['company_id']).toBe(us.owner.companyId);
});

test('a company with time or other people stays, and only its owner may ask', async () => {
  const us = await makeCompany(db.sql);
  expect(await refusal(remove(us.manager))).toBe('owners_only');
  expect(await refusal(remove(us.owner))).toBe('company_not_empty');
  const founder = await signUp(db.sql, 'founder@example.com');
  await found(founder);
  await hire(db.sql, founder, 'employee', 20);
  expect(await refusal(remove(founder))).toBe('company_not_empty');
});

test('someone on a list asks to join, the owner sees it; strangers and other addresses cannot', async () => {
  const us = await makeCompany(db.sql);
  const [listed] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into employees (first_name, email) values ('Nia', 'nia@example.com') returning id`,
  );
  const id = listed?.['id'] as string;
  const [nia, other] = [
    await signUp(db.sql, 'nia@example.com'),
    await signUp(db.sql, 'other@example.com'),
  ];
  expect(await listings(nia)).toMatchObject([{ employee_id: id, asked_at: null }]);
  expect(await listings(other)).toEqual([]);
  expect(await refusal(ask(other, id))).toBe('not_listed');
  expect(await refusal(ask(us.employee, id))).toBe('not_listed');
  await ask(nia, id);
  const seen = () =>
    as(
      db.sql,
      us.owner,
      (tx) =>
        tx`select join_asked_at is not null as asked, user_id from employees where id = ${id}`,
    );
  expect(await seen()).toEqual([{ asked: true, user_id: null }]);
  await as(db.sql, us.owner, (tx) => tx`select resend_invitation(${id})`);
  expect(await listings(nia)).toEqual([]);
  expect(await as(db.sql, nia, (tx) => tx`select id from my_invitations()`)).toHaveLength(1);
});

test('the moment of asking is written by nobody else', async () => {
  const us = await makeCompany(db.sql);
  await refusal(
    as(
      db.sql,
      us.owner,
      (tx) =>
        tx`update employees set join_asked_at = now() where company_id = ${us.owner.companyId}`,
    ),
  );
  expect(
    await db.sql`select from employees where company_id = ${us.owner.companyId} and join_asked_at is not null`,
  ).toEqual([]);
});

test('the periods a change of the pay period would make, after what is locked', async () => {
  const us = await makeCompany(db.sql);
  await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at) values (${us.owner.companyId}, '2026-03-08', '2026-03-14', 'locked', now())`;
  const preview = (who: Person) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`select start_date::text, end_date::text, shortened from pay_period_preview('semimonthly', '2026-01-04')`,
    );
  expect((await preview(us.owner)).slice(0, 2)).toEqual([
    { start_date: '2026-03-15', end_date: '2026-03-15', shortened: true },
    { start_date: '2026-03-16', end_date: '2026-03-31', shortened: false },
  ]);
  expect(await refusal(preview(us.manager))).toBe('owners_only');
});

testOnOurServer(
  'whoever opens the link of npm run owner creates a company of their own',
  async () => {
    const link = await createOwnerLink(db.sql, 'https://time.example.com', 'first@example.com');
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('invite_token') ?? '';
    const origin = { address: '127.0.0.1', userAgent: 'test', language: 'en' } as const;
    const account = await consumeInviteLink(db.sql, token, origin);
    const [record] = await found({ userId: account?.id ?? '' });
    expect(record).toMatchObject({ role: 'owner', email: 'first@example.com' });
  },
);
