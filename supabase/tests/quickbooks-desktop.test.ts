import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const {
  db: { sql: db },
  us,
  them,
  act,
} = await openCompanies();
let connection = '';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
interface Login {
  readonly user_name: string;
  readonly password: string;
  readonly file_id: string;
}
const create = async (who: Person | 'anon', id = connection): Promise<Login> => {
  const [made] = await act(who, (tx) => tx`select create_desktop_login(${id}) as login`);
  return made?.['login'] as Login;
};
const open = async (userName: string, password: string, ticket = 'ticket') => {
  const [row] =
    await db`select private.open_desktop_session(${userName}, ${hash(password)}, ${hash(ticket)}) as answer`;
  return row?.['answer'];
};
const logins = async () =>
  db`select user_name, password_hash, renewed_at from private.quickbooks_desktop_logins order by 1`;

beforeEach(async () => {
  await db`delete from accounting_connections`;
  const [made] = await act(
    us.owner,
    (tx) => tx`select id from create_accounting_connection('quickbooks_desktop')`,
  );
  connection = made?.['id'];
});

test('an owner gets the password once; its hash is stored', async () => {
  const made = await create(us.owner);
  const { user_name: userName, password, file_id: fileId } = made;
  expect(password).toMatch(/^[0-9A-Za-z]{32}$/);
  expect(await logins()).toMatchObject([{ user_name: userName, password_hash: hash(password) }]);
  const [seen] = await act(us.manager, (tx) => tx`select desktop_login(${connection}) as login`);
  expect(seen?.['login']).toEqual({
    user_name: userName,
    file_id: fileId,
    renewed_at: expect.any(String),
    used_at: null,
  });
});

test('a new password keeps user name and file; the old one and its session end', async () => {
  const before = await create(us.owner);
  expect(await open(before.user_name, before.password)).toMatchObject({ answer: 'open' });
  const second = await create(us.owner);
  expect(second).toMatchObject({ user_name: before.user_name, file_id: before.file_id });
  const [session] = await db`select private.desktop_session(${hash('ticket')}) as session`;
  expect(session).toEqual({ session: null });
  expect(await open(before.user_name, before.password)).toEqual({ answer: 'unknown' });
  // Who replaced it and when is in the history, the password and its hash are not.
  const history =
    await db`select actor_id, before, after from audit_events where entity = 'accounting_connections' and entity_id = ${connection} and after ? 'login_renewed_at' order by sequence`;
  expect(history.at(-1)).toMatchObject({ actor_id: us.owner.userId });
  expect(history.at(-1)?.['before']['login_renewed_at']).not.toBe(
    history.at(-1)?.['after']['login_renewed_at'],
  );
  expect(JSON.stringify(history)).not.toContain(hash(second.password));
});

test('nobody but owners makes a login or accepts a company file, nobody but managers sees it', async () => {
  const before = await logins();
  for (const who of [
    us.manager,
    us.foreman,
    us.employee,
    us.deactivated,
    them.owner,
    'anon',
  ] as const) {
    await expect(create(who)).rejects.toThrow();
    await expect(
      act(who, (tx) => tx`select accept_desktop_company(${connection}, 'X')`),
    ).rejects.toThrow();
  }
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner, 'anon'] as const) {
    await expect(act(who, (tx) => tx`select desktop_login(${connection})`)).rejects.toThrow();
  }
  for (const who of [us.owner, us.employee, 'anon'] as const) {
    await expect(
      act(who, (tx) => tx`select * from private.quickbooks_desktop_logins`),
    ).rejects.toThrow();
    await expect(act(who, (tx) => tx`select private.desktop_session('x')`)).rejects.toThrow();
  }
  expect(await logins()).toEqual(before);
});

test('a login belongs to a connection of QuickBooks Desktop', async () => {
  const [other] = await act(
    us.owner,
    (tx) => tx`select id from create_accounting_connection('quickbooks_online')`,
  );
  await expect(create(us.owner, other?.['id'])).rejects.toMatchObject({ hint: 'not_found' });
});

test('one session at a time; a paused one waits, a disconnected one is unknown', async () => {
  const made = await create(us.owner);
  const { user_name: userName, password } = made;
  expect(await open(userName, password)).toMatchObject({ answer: 'open', read_lists: true });
  expect(await open(userName, password, 'second')).toEqual({ answer: 'none' });
  await db`select private.close_desktop_session(${hash('ticket')})`;
  expect(await open(userName, password, 'second')).toMatchObject({ answer: 'open' });
  await act(us.owner, (tx) => tx`select set_accounting_state(${connection}, 'paused')`);
  const [session] = await db`select private.desktop_session(${hash('second')}) as session`;
  expect(session).toEqual({ session: null });
  expect(await open(userName, password)).toEqual({ answer: 'none' });
  await act(us.owner, (tx) => tx`select set_accounting_state(${connection}, 'disconnected')`);
  expect(await open(userName, password)).toEqual({ answer: 'unknown' });
});

test('of two that store at once one does', async () => {
  const made = await create(us.owner);
  await open(made.user_name, made.password);
  const store = () =>
    db`select private.store_desktop_session(${hash('ticket')}, 0, '{"done": 1}', 600) as waiting`;
  const stored = (await Promise.all([store(), store()])).map(([row]) => row?.['waiting']);
  expect(stored.sort()).toEqual([0, null]);
});
