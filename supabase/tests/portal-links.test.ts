import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
type Who = Person | 'anon';
type Link = { id: string; token: string };
type Page = Record<string, unknown>;

const inDays = async (days: number, company = us): Promise<string> =>
  String(
    (
      await db.sql`select (private.today_at(${company.id}, ${company.project}) + ${days}::integer)::text as day`
    )[0]?.['day'],
  );

async function create(
  who: Who = us.manager,
  given: { project?: string; shows?: string[]; until?: string | null; label?: string } = {},
): Promise<Link> {
  const until = given.until === undefined ? await inDays(7) : given.until;
  const [row] = await act(
    who,
    (tx) => tx`select create_portal_link(${given.project ?? us.project},
      ${given.shows ?? ['headcount']}, ${until}, ${given.label ?? 'Ken Alvarez'}) as link`,
  );
  return row?.['link'] as Link;
}

const HEADERS = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Phone' };
const visit = async (token: string, who: Who = 'anon', headers: object = HEADERS): Promise<Page> =>
  (await act(who, (tx) => tx`select portal_page(${token}) as page`, headers as never))[0]?.[
    'page'
  ] as Page;
const views = (link: Link) =>
  db.sql`select subject, address, device from portal_views where portal_link_id = ${link.id} order by viewed_at`;
const links = () => db.sql`select id from portal_links where company_id = ${us.id} order by id`;

test('an outsider sees whose project it is and until when, and each view is recorded', async () => {
  const link = await create();
  expect(link.token).toMatch(/^[0-9a-f]{48}$/);
  expect(await visit(link.token)).toMatchObject({
    state: 'open',
    company: 'Test Builders',
    label: 'Ken Alvarez',
    shows: ['headcount'],
    expires_on: await inDays(7),
  });
  await visit(link.token, them.owner, { 'x-forwarded-for': '2001:db8:aa:bb::1, 10.0.0.1' });
  await visit(link.token, 'anon', { 'x-forwarded-for': 'no address' });
  expect(await views(link)).toEqual([
    { subject: 'page', address: '203.0.113.0/24', device: 'Phone' },
    { subject: 'page', address: '2001:db8:aa::/48', device: null },
    { subject: 'page', address: null, device: null },
  ]);
  expect(await act(us.manager, (tx) => tx`select from portal_views`)).not.toHaveLength(0);
  const stored = JSON.stringify(
    await db.sql`select to_jsonb(l) as row from portal_links l where id = ${link.id}`,
  );
  expect(stored).not.toContain(link.token);
  const history =
    await db.sql`select after from audit_events where company_id = ${us.id} and entity = 'portal_links'`;
  expect(JSON.stringify(history)).not.toContain(link.token);
});

test('only managers make and revoke links, of their own projects, for a year at most', async () => {
  const before = await links();
  for (const who of [us.foreman, us.employee, us.deactivated, 'anon'] as const) {
    await expect(create(who)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(create(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(create(us.owner, { project: them.project })).rejects.toMatchObject({
    hint: 'not_found',
  });
  await expect(create(us.owner, { project: randomUUID() })).rejects.toMatchObject({
    hint: 'not_found',
  });
  for (const until of [await inDays(-1), await inDays(367), null, 'infinity']) {
    await expect(create(us.owner, { until })).rejects.toMatchObject({ hint: 'share_expiry' });
  }
  await expect(create(us.owner, { shows: [] })).rejects.toMatchObject({
    hint: 'portal_shows_nothing',
  });
  await expect(create(us.owner, { shows: ['payroll'] })).rejects.toMatchObject({
    constraint: 'portal_links_shows_known',
  });
  expect(await links()).toEqual(before);

  const link = await create();
  const revoke = (who: Who) => act(who, (tx) => tx`select revoke_portal_link(${link.id})`);
  for (const who of [us.foreman, us.employee, 'anon'] as const) {
    await expect(revoke(who)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(revoke(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  expect(await visit(link.token)).toMatchObject({ state: 'open' });
  await revoke(us.owner);
  await revoke(us.owner);
  expect(await visit(link.token)).toEqual({ state: 'revoked', company: 'Test Builders' });
});

test('a link that is over, was revoked or never was shows nothing and records nothing', async () => {
  const link = await create();
  await db.sql`update portal_links set expires_on = private.today_at(company_id, project_id) - 1 where id = ${link.id}`;
  expect(await visit(link.token)).toEqual({ state: 'expired', company: 'Test Builders' });
  await db.sql`update portal_links set expires_on = private.today_at(company_id, project_id) where id = ${link.id}`;
  expect(await visit(link.token)).toMatchObject({ state: 'open' });
  for (const wrong of ['', 'guess', link.id, `${link.token}0`, link.token.slice(1)]) {
    expect(await visit(wrong)).toEqual({ state: 'unknown' });
  }
  expect(await views(link)).toHaveLength(1);
  await expect(visit(link.token, 'anon', { prefer: 'tx=rollback' })).rejects.toMatchObject({
    hint: 'cannot_be_undone',
  });
});

test('nobody reads who visited but managers, and nobody changes it', async () => {
  const link = await create();
  await visit(link.token);
  for (const who of [us.foreman, us.employee, them.owner] as const) {
    expect(
      await act(who, (tx) => tx`select from portal_views where company_id = ${us.id}`),
    ).toEqual([]);
  }
  await expect(act('anon', (tx) => tx`select from portal_views`)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(
    db.sql`update portal_views set address = null where portal_link_id = ${link.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
});

test('a script that opens a link on and on is stopped', async () => {
  const link = await create();
  await db.sql`insert into portal_views (company_id, portal_link_id) select ${us.id}, ${link.id} from generate_series(1, 60)`;
  await expect(visit(link.token)).rejects.toMatchObject({ hint: 'too_many_visits' });
});
