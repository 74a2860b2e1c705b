import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { CertifiedStage, WEEK_END } from './certified-payroll-stage.ts';
import { as, hire, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase();
const { sql } = db;
const them = await makeCompany(sql, 'Others');
type Who = Person | 'anon';
type Json = Record<string, unknown>;
const LATER = '2026-03-22';

/** A project with two signed weeks, of one worker. */
async function signed() {
  const site = await CertifiedStage.open(sql);
  const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
  const maria = await site.worker('30.00', { first: 'Maria', last: 'Lopez' });
  await site.usual(maria, carpenter, null);
  await site.week(maria, ['8', '8', '8', '8', '8'], { class: carpenter });
  await site.facts(maria, {
    gross_all: '1700.00',
    federal_tax: '100.00',
    fica: '130.05',
    net: '1469.95',
  });
  const act = <T>(who: Who, story: Parameters<typeof as<T>>[2], headers = {}) =>
    as(sql, who, story, headers);
  await act(site.owner, (tx) => tx`select approve_time(${maria}, '2026-03-09', ${WEEK_END})`);
  const sign = async (week: string): Promise<Json> =>
    (
      await act(
        site.owner,
        (
          tx,
        ) => tx`select * from sign_certified_payroll(${site.project}, ${week}, 'Ann Owner', 'President',
          (select array(select jsonb_array_elements_text(certified_payroll(${site.project}, ${week}) #> '{header,required_statements}')::integer)))`,
      )
    )[0] as Json;
  const first = await sign(WEEK_END);
  const second = await sign(LATER);
  return { site, maria, act, first, second };
}
type Stage = Awaited<ReturnType<typeof signed>>;

const until = async (site: CertifiedStage) =>
  String(
    (
      await sql`select (private.today_at(${site.companyId}, ${site.project}) + 30)::text as day`
    )[0]?.['day'],
  );

async function portal(
  stage: Stage,
  shows = ['certified_payrolls'],
): Promise<{ id: string; token: string }> {
  const day = await until(stage.site);
  const [row] = await stage.act(
    stage.site.owner,
    (tx) => tx`select create_portal_link(${stage.site.project}, ${shows}, ${day}) as link`,
  );
  return row?.['link'] as { id: string; token: string };
}
const open = async (stage: Stage, token: string): Promise<Json> =>
  (await stage.act('anon', (tx) => tx`select portal_page(${token}) as page`))[0]?.['page'] as Json;
const read = async (stage: Stage, token: string, id: unknown): Promise<Json> =>
  (
    await stage.act(
      'anon',
      (tx) => tx`select portal_certified_payroll(${token}, ${id as string}) as record`,
    )
  )[0]?.['record'] as Json;

test('an outsider reads the signed reports as far as the form prints them', async () => {
  const stage = await signed();
  const { token, id } = await portal(stage);
  expect(await open(stage, token)).toMatchObject({
    contract_number: 'W912-26-C-0001',
    certified_payrolls: [
      { number: 2, week_end: LATER, no_work: true },
      {
        id: stage.first['id'],
        number: 1,
        revision: 0,
        week_end: WEEK_END,
        signed_name: 'Ann Owner',
      },
    ],
  });
  const record = await read(stage, token, stage.first['id']);
  const content = readSignedPayroll(record['content']);
  expect(content.report.rows).toMatchObject([
    {
      entry: 1,
      employee_id: '1',
      name: expect.stringContaining('Lopez'),
      gross_project: '1700.00',
      net: '1469.95',
      check_number: null,
    },
  ]);
  expect(content.report).toMatchObject({ checks: [], due: [] });
  expect(JSON.stringify(record)).not.toContain(stage.maria);
  expect(
    await sql`select subject, subject_id from portal_views where portal_link_id = ${id} order by viewed_at`,
  ).toEqual([
    { subject: 'page', subject_id: null },
    { subject: 'certified_payroll', subject_id: stage.first['id'] },
  ]);
});

test('a link shows no report of another project or company, and none it was not made for', async () => {
  const stage = await signed();
  const other = await signed();
  const { token, id } = await portal(stage);
  const counting = await portal(stage, ['headcount']);
  const closed = { hint: 'portal_closed' };
  await expect(read(stage, token, other.first['id'])).rejects.toMatchObject(closed);
  await expect(read(stage, 'guess', stage.first['id'])).rejects.toMatchObject(closed);
  await expect(read(stage, counting.token, stage.first['id'])).rejects.toMatchObject(closed);
  expect(await open(stage, counting.token)).not.toHaveProperty('certified_payrolls');
  await stage.act(stage.site.owner, (tx) => tx`select revoke_portal_link(${id})`);
  await expect(read(stage, token, stage.first['id'])).rejects.toMatchObject(closed);
  expect(await sql`select from portal_views where portal_link_id = ${id}`).toEqual([]);
});

const mail = async (
  stage: Stage,
  who: Who,
  emails: string[],
  payroll: unknown = stage.first['id'],
  message: string | null = null,
) => {
  const day = await until(stage.site);
  return stage.act(
    who,
    (tx) =>
      tx`select mail_certified_payroll(${payroll as string}, ${emails}, ${day}, ${message}) as count`,
  );
};
const deliveries = (stage: Stage) =>
  sql`select channel, recipient from certified_payroll_deliveries where company_id = ${stage.site.companyId}`;

test('the mail to an agency has a link of its own that shows that report alone, and counts once it was sent', async () => {
  const stage = await signed();
  const { site, act } = stage;
  await act(
    site.owner,
    (tx) =>
      tx`insert into agency_contacts (project_id, name, email, language) values (${site.project}, 'Ken Alvarez', 'ken@agency.example', 'es')`,
  );
  expect(
    await mail(
      stage,
      site.owner,
      ['Ken@Agency.example ', 'desk@agency.example'],
      stage.first['id'],
      'As agreed',
    ),
  ).toEqual([{ count: 2 }]);
  const queued = await sql`select o.to_address, o.language, o.data, o.id from mail.outbox o
    join handoff_mails m on m.outbox_id = o.id where m.company_id = ${site.companyId} order by o.to_address`;
  expect(queued).toMatchObject([
    { to_address: 'desk@agency.example', language: 'en' },
    {
      to_address: 'ken@agency.example',
      language: 'es',
      data: { first_name: 'Ken Alvarez', number: 1, message: 'As agreed', week_end: '03/15/2026' },
    },
  ]);
  expect(JSON.stringify(queued)).not.toContain('Lopez');
  const [desk, ken] = queued.map(({ data }) => String((data as Json)['token']));
  expect(desk).not.toBe(ken);
  expect(await open(stage, ken ?? '')).toMatchObject({
    label: 'Ken Alvarez',
    certified_payrolls: [{ number: 1 }],
  });
  await expect(read(stage, ken ?? '', stage.second['id'])).rejects.toMatchObject({
    hint: 'portal_closed',
  });
  expect(await read(stage, ken ?? '', stage.first['id'])).toMatchObject({ number: 1 });

  expect(await deliveries(stage)).toEqual([]);
  const note = (id: unknown, status: string) =>
    sql`select private.note_delivery('mail', ${id as string}, ${status}, 'mailbox full')`;
  await note(queued[0]?.['id'], 'failed');
  expect(await deliveries(stage)).toEqual([]);
  await note(queued[1]?.['id'], 'sent');
  await note(queued[1]?.['id'], 'delivered');
  expect(await deliveries(stage)).toEqual([{ channel: 'mail', recipient: 'ken@agency.example' }]);
  expect(
    await sql`select status from certified_payrolls where id = ${stage.first['id'] as string}`,
  ).toEqual([{ status: 'delivered' }]);
  expect(
    await act(
      site.owner,
      (tx) => tx`select to_address, status, error from handoff_mails order by to_address`,
    ),
  ).toEqual([
    { to_address: 'desk@agency.example', status: 'failed', error: 'mailbox full' },
    { to_address: 'ken@agency.example', status: 'sent', error: null },
  ]);
});

test('only managers mail reports and make packets, of their own company, and what cannot be sent is refused', async () => {
  const stage = await signed();
  const { site, act } = stage;
  const foreman = await hire(sql, site.owner, 'foreman');
  const worker = await hire(sql, site.owner, 'employee');
  const packet = (who: Who) =>
    act(
      who,
      (tx) => tx`select certified_payroll_packet(${site.project}, '2026-03-01', '2026-03-31')`,
    );
  for (const who of [foreman, worker, 'anon'] as const) {
    await expect(mail(stage, who, ['a@b.example'])).rejects.toMatchObject({ code: '42501' });
    await expect(packet(who)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(mail(stage, them.owner, ['a@b.example'])).rejects.toMatchObject({
    hint: 'not_found',
  });
  await expect(packet(them.owner)).rejects.toMatchObject({ hint: 'no_public_contract' });
  for (const emails of [
    [],
    ['nowhere'],
    ['a@b.example, c@d.example'],
    Array.from({ length: 21 }, (_, number) => `a${number}@b.example`),
  ]) {
    await expect(mail(stage, site.owner, emails)).rejects.toMatchObject({ hint: 'mail_addresses' });
  }
  await expect(
    mail(stage, site.owner, ['a@b.example'], stage.first['id'], '123-45-6789'),
  ).rejects.toMatchObject({ hint: 'mail_message' });
  await expect(mail(stage, site.owner, ['a@b.example'], randomUUID())).rejects.toMatchObject({
    hint: 'not_found',
  });
  expect(await sql`select from handoff_mails where company_id = ${site.companyId}`).toEqual([]);
  expect(await sql`select from portal_links where company_id = ${site.companyId}`).toEqual([]);
  expect(
    await sql`select from audit_events where company_id = ${site.companyId} and action = 'exported'`,
  ).toEqual([]);
});

test('a packet has what was signed, what is behind it and the end of the history; making it is recorded', async () => {
  const stage = await signed();
  const { site, act, maria } = stage;
  const [row] = await act(
    site.owner,
    (tx) =>
      tx`select certified_payroll_packet(${site.project}, '2026-03-01', '2026-03-31') as packet`,
  );
  const packet = row?.['packet'] as Record<string, Json[]> & { history: Json };
  const [first] = (packet['certified_payrolls'] ?? []).filter(({ number }) => number === 1);
  expect(createHash('sha256').update(String(first?.['signed_text'])).digest('hex')).toBe(
    first?.['sha256'],
  );
  expect(packet['certified_payrolls']).toHaveLength(2);
  expect(packet['people']).toMatchObject([{ id: maria, last_name: 'Lopez' }]);
  const ids = new Set((packet['time_entries'] ?? []).map(({ id }) => id));
  expect(packet['time_entries']).toHaveLength(5);
  expect(packet['lines']).not.toEqual([]);
  for (const line of packet['lines'] ?? []) {
    for (const id of (line['entry_ids'] ?? []) as string[]) expect(ids).toContain(id);
  }
  expect(packet['work_classifications']).toMatchObject([{ name: 'Carpenter' }]);
  expect(packet['wage_determinations']).toHaveLength(1);
  expect(packet['payroll_facts']).toMatchObject([{ employee_id: maria, net: 1469.95 }]);
  expect(packet.history).toMatchObject({ broken_id: null });
  expect(
    await sql`select after from audit_events where company_id = ${site.companyId} and action = 'exported'`,
  ).toMatchObject([{ after: { file: 'audit packet', reports: 2, start_date: '2026-03-01' } }]);
  expect(
    await sql`select purpose from identity_views where employee_id = ${maria} and purpose like 'Audit packet%'`,
  ).toHaveLength(1);
  await expect(
    act(
      site.owner,
      (tx) => tx`select certified_payroll_packet(${site.project}, '2025-01-01', '2026-03-31')`,
    ),
  ).rejects.toMatchObject({ hint: 'date_range_too_long' });
});

test('roll call and headcount have names and trades, and nothing else of people', async () => {
  const stage = await signed();
  const { site, maria } = stage;
  await sql`update employees set job_title = 'Carpenter', phone = '+15550100' where id = ${maria}`;
  await sql`insert into time_entries (company_id, employee_id, project_id, clock_in) values (${site.companyId}, ${maria}, ${site.project}, now() - interval '1 minute')`;
  const { token } = await portal(stage, ['roll_call', 'headcount']);
  const page = await open(stage, token);
  expect(page['roll_call']).toMatchObject([
    { name: 'Maria Lopez', trade: 'Carpenter', on_break: false },
  ]);
  expect(page['headcount']).toMatchObject([
    { people: 1, trades: [{ trade: 'Carpenter', people: 1 }] },
  ]);
  expect(JSON.stringify(page)).not.toContain(maria);
  expect(JSON.stringify(page)).not.toContain('5550100');
});
