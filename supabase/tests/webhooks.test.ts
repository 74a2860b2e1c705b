import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CertifiedStage, WEEK_END } from './certified-payroll-stage.ts';
import { approveWeek, paidWeek, signWeek } from './certified-signing.ts';
import { signedTicket } from './extra-work-stage.ts';
import {
  addTime,
  as,
  hire,
  makeCompany,
  openCompanies,
  type Person,
  signUp,
  type Tx,
} from './world.ts';

const { db, us, them, act } = await openCompanies();
const URL = 'https://hooks.example.com/chalkline';

const ALL = [
  'certified_payroll.signed',
  'employee.added',
  'employee.changed',
  'employee.left',
  'incident.opened',
  'pay_period.locked',
  'photo.added',
  'project.changed',
  'shift.published',
  'ticket.signed',
  'time_entry.approved',
  'time_entry.changed',
  'time_entry.deleted',
  'time_entry.started',
  'time_entry.stopped',
  'timesheet.disputed',
  'timesheet.signed',
];

interface Made {
  readonly id: string;
  readonly secret: string;
}

async function create(
  who: Person | 'anon',
  events: readonly string[] = ALL,
  { url = URL, projects = [] as readonly string[] } = {},
): Promise<Made> {
  const [row] = await act(
    who,
    (tx) =>
      tx`select create_webhook(${url}, ${events as string[]}, ${projects as string[]}) as made`,
  );
  return row?.['made'] as Made;
}

interface Claimed {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly message_id: string;
  readonly body: string;
  readonly attempt: number;
  readonly troubled: boolean;
}

async function claim(count = 1000, troubled = 1000, now: Date | null = null): Promise<Claimed[]> {
  const rows = await db.sql<Claimed[]>`
    select * from private.claim_webhooks(${count}, ${troubled}, ${now}::timestamptz)`;
  return [...rows];
}
const note = (id: string, result: object, now: Date | null = null) =>
  db.sql`select private.note_webhook_attempt(${id}, ${db.sql.json(result)}, ${now}::timestamptz)`;

/** Everything that is queued, delivered; the bodies in the order they were given out. */
async function deliverAll(endpoint?: string): Promise<Record<string, unknown>[]> {
  const bodies: Record<string, unknown>[] = [];
  for (;;) {
    const claimed = await claim();
    if (claimed.length === 0) return bodies;
    for (const { id, body } of claimed) {
      const [row] = await db.sql`select endpoint_id from webhook_deliveries where id = ${id}`;
      if (!endpoint || row?.['endpoint_id'] === endpoint) bodies.push(JSON.parse(body));
      await note(id, { delivered: true, response_code: 200, duration_ms: 5 });
    }
  }
}
const deleteAll = () => db.sql`delete from webhook_endpoints`;
const dataOf = (body: Record<string, unknown> | undefined) =>
  body?.['data'] as Record<string, unknown>;
const stateOf = async (id: string) =>
  (await db.sql`select * from webhook_endpoints where id = ${id}`)[0];

const DAY = '2026-03-02';
const at = (time: string) => new Date(`${DAY}T${time}:00-05:00`);

async function photo(who: Person, project: string): Promise<void> {
  const [row] = await act(
    who,
    (tx) => tx`insert into photos (id, project_id, sha256, size_bytes)
      values (${randomUUID()}, ${project}, ${'a'.repeat(64)}, 10) returning path`,
  );
  expect(await deliverAll()).toEqual([]);
  const metadata = { size: 10, mimetype: 'image/jpeg', eTag: `"${'a'.repeat(64)}"` };
  await act(
    who,
    (tx) => tx`insert into storage.objects (bucket_id, name, version, metadata)
      values ('photos', ${row?.['path']}, ${randomUUID()}, ${tx.json(metadata)})`,
  );
}

async function incident(company: string, who: Person, owner: Person, entry: string): Promise<void> {
  const [question] = await act(
    owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer, opens_incident)
      values ('out', 'Hurt?', '¿Herido?', 'yes', true) returning id`,
  );
  expect(question?.['id'], company).toBeDefined();
  await act(
    who,
    (tx) => tx`select * from answer_clock_questions(${entry},
      ${tx.json([{ question_id: question?.['id'], answer: 'yes' }])}, 'en')`,
  );
}

const COMMON = ['id', 'version', 'sequence', 'company_sequence', 'company_id'];
const DOCS = readFileSync(path.join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');

/** Each example of docs/webhooks.md has the fields of a real event of its kind, and every event is in the table. */
function expectDocumented(bodies: readonly Record<string, unknown>[]): void {
  const [, block = '{}'] = /## Examples[\s\S]*?```json\n([\s\S]*?)```/.exec(DOCS) ?? [];
  const examples = Object.entries(JSON.parse(block) as Record<string, object>);
  expect(examples.map(([type]) => type).toSorted()).toEqual(ALL);
  for (const [type, example] of examples) {
    const real = bodies
      .filter((body) => body['type'] === type)
      .map((body) =>
        Object.keys(dataOf(body))
          .filter((key) => !COMMON.includes(key))
          .toSorted(),
      );
    expect(real, type).toContainEqual(Object.keys(example).toSorted());
    expect(DOCS).toContain(`| \`${type}\` |`);
  }
}

describe('events', () => {
  test('each arises from what people really do', async () => {
    await deleteAll();
    const company = await makeCompany(db.sql, 'Events');
    const { project, employee, manager, owner } = company;
    const { id } = await create(manager);
    const seen = new Set<string>();
    const bodies: Record<string, unknown>[] = [];
    const expectAfter = async (action: Promise<unknown>, ...types: string[]) => {
      await action;
      const got = await deliverAll();
      expect(got.map(({ type }) => type)).toEqual(types);
      for (const type of types) seen.add(type);
      bodies.push(...got);
    };
    const running = randomUUID();
    const clockIn = act(employee, (tx) => tx`select clock_in(${project}, null, null, ${running})`);
    await expectAfter(clockIn, 'time_entry.started');
    await expectAfter(
      act(employee, (tx) => tx`select clock_out(${running})`),
      'time_entry.stopped',
    );
    const entry = await addTime(db.sql, employee, at('07:00'), at('15:00'), {
      project_id: project,
    });
    await expectAfter(Promise.resolve(), 'time_entry.stopped');
    await expectAfter(
      act(employee, (tx) => tx`update time_entries set notes = 'Roof' where id = ${entry}`),
      'time_entry.changed',
    );
    expect(dataOf(bodies.at(-1))).toMatchObject({ id: entry, changed: ['notes'], sequence: 2 });
    await expectAfter(
      db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
        values (${company.id}, ${entry}, ${at('12:00')}, ${at('12:30')}, 'meal', false)`,
      'time_entry.changed',
    );
    expect(dataOf(bodies.at(-1))).toMatchObject({ id: entry, changed: ['breaks'], sequence: 3 });
    await expectAfter(
      act(manager, (tx) => tx`select approve_time(${employee.employeeId}, ${DAY}, ${DAY})`),
      'time_entry.approved',
    );
    expect(dataOf(bodies.at(-1))).toMatchObject({ id: entry, work_date: DAY, sequence: 4 });
    const later = await addTime(db.sql, employee, at('16:00'), at('17:00'));
    await expectAfter(Promise.resolve(), 'time_entry.stopped');
    await expectAfter(
      act(manager, (tx) => tx`select approve_time(${employee.employeeId}, ${DAY}, ${DAY})`),
      'time_entry.approved',
    );
    // The one that was approved before is no news.
    expect(dataOf(bodies.at(-1))).toMatchObject({ id: later });
    await expectAfter(
      act(manager, (tx) => tx`select unapprove_time(${employee.employeeId}, ${DAY}, ${DAY})`),
      'time_entry.changed',
      'time_entry.changed',
    );
    await expectAfter(
      act(employee, (tx) => tx`select delete_time_entry(${later})`),
      'time_entry.deleted',
    );
    await expectAfter(
      act(
        employee,
        (tx) => tx`select dispute_timesheet(${DAY}, ${DAY}, 'Wrong', 'No.', 'en', '1')`,
      ),
      'timesheet.disputed',
    );
    await expectAfter(
      act(employee, (tx) => tx`select sign_timesheet(${DAY}, ${DAY}, 'E. M.', 'Yes.', 'en', '1')`),
      'timesheet.signed',
    );
    expect(dataOf(bodies.at(-1))).toMatchObject({ start_date: DAY, end_date: DAY });
    await expectAfter(incident(company.id, employee, owner, entry), 'incident.opened');
    await expectAfter(photo(employee, project), 'photo.added');
    await expectAfter(signedTicket(db.sql, company, []), 'ticket.signed');
    await expectAfter(
      act(manager, (tx) => tx`update projects set name = 'Harbor Point 2' where id = ${project}`),
      'project.changed',
    );
    await expectAfter(
      act(
        owner,
        (tx) => tx`select * from invite_employee('new@example.com', 'N', 'W', 'employee', 20)`,
      ),
      'employee.added',
    );
    const { employeeId } = company.colleague;
    await expectAfter(
      act(owner, (tx) => tx`update employees set job_title = 'Carpenter' where id = ${employeeId}`),
      'employee.changed',
    );
    await expectAfter(
      act(owner, (tx) => tx`select deactivate_employee(${employeeId})`),
      'employee.left',
    );
    await act(
      manager,
      (tx) => tx`insert into shifts (project_id, employee_id, starts_at, ends_at)
        values (${project}, ${employee.employeeId}, '2027-03-02 12:00+00', '2027-03-02 20:00+00')`,
    );
    await expectAfter(
      act(manager, (tx) => tx`select * from publish_shifts('2027-03-01', '2027-03-03')`),
      'shift.published',
    );
    // Numbers without holes, in the order they were given out; thin, versioned, small.
    expect(bodies.map((body) => dataOf(body)['company_sequence'])).toEqual(
      bodies.map((_, index) => index + 1),
    );
    for (const body of bodies) {
      expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
      expect(body['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(dataOf(body)).toMatchObject({ version: 1, company_id: company.id });
      expect(JSON.stringify(body).length).toBeLessThan(2000);
      expect(JSON.stringify(body)).not.toContain('Roof');
    }

    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
    const maria = await site.worker('30.00');
    await site.usual(maria, carpenter, null);
    await paidWeek(site, maria, carpenter, 0);
    await approveWeek(site, maria, WEEK_END);
    await create(site.owner, ['certified_payroll.signed', 'pay_period.locked']);
    await expectAfter(signWeek(site, WEEK_END), 'certified_payroll.signed');
    expect(dataOf(bodies.at(-1))).toMatchObject({ number: 1, revision: 0, week_end: WEEK_END });
    await expectAfter(site.lock(), 'pay_period.locked');
    expect([...seen].toSorted()).toEqual(ALL);
    expectDocumented(bodies);
    expect(await stateOf(id)).toMatchObject({ active: true, failing_since: null });
  });

  test('a company without a webhook writes none, and neither does what nobody asked for', async () => {
    await deleteAll();
    const count = async () =>
      (await db.sql`select count(*)::int as count from webhook_events`)[0]?.['count'];
    const before = await count();
    await addTime(db.sql, us.employee, at('01:00'), at('02:00'));
    const { id } = await create(us.manager, ['employee.added']);
    await addTime(db.sql, us.employee, at('03:00'), at('04:00'));
    await act(us.manager, (tx) => tx`update webhook_endpoints set active = false where id = ${id}`);
    await act(
      us.owner,
      (tx) => tx`select invite_employee('x@example.com', 'X', 'Y', 'employee', 20)`,
    );
    expect(await count()).toBe(before);
  });

  test('what happened before a pause waits for its end, even if no server had taken it up', async () => {
    await deleteAll();
    const { id } = await create(us.manager, ['time_entry.stopped']);
    const turn = (active: boolean) =>
      act(us.manager, (tx) => tx`update webhook_endpoints set active = ${active} where id = ${id}`);
    await addTime(db.sql, us.employee, at('05:00'), at('05:30'));
    await turn(false);
    expect(await claim()).toEqual([]);
    await addTime(db.sql, us.employee, at('05:40'), at('05:50'));
    await turn(true);
    expect(await deliverAll(id)).toHaveLength(1);
  });

  test('what is rolled back was never there', async () => {
    await deleteAll();
    await create(us.manager);
    const failed = act(us.employee, async (tx) => {
      await tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${us.employee.employeeId}, ${at('05:00')}, ${at('06:00')})`;
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await deliverAll()).toEqual([]);
  });

  test('a filter by project hears what leaves the project, and what has none by its kind', async () => {
    await deleteAll();
    const [other] = await db.sql`insert into projects (company_id, name)
      values (${us.id}, 'Filtered') returning id`;
    const project = other?.['id'] as string;
    await create(us.manager, ['time_entry.stopped', 'time_entry.changed', 'employee.changed'], {
      projects: [project],
    });
    const times = [at('18:00'), at('19:00')] as const;
    const entry = await addTime(db.sql, us.employee, ...times, { project_id: us.project });
    expect(await deliverAll()).toEqual([]);
    await act(
      us.employee,
      (tx) => tx`update time_entries set project_id = ${project} where id = ${entry}`,
    );
    await act(
      us.employee,
      (tx) => tx`update time_entries set project_id = ${us.project} where id = ${entry}`,
    );
    await act(us.employee, (tx) => tx`update time_entries set notes = 'x' where id = ${entry}`);
    await act(
      us.owner,
      (tx) => tx`update employees set job_title = 'J' where id = ${us.colleague.employeeId}`,
    );
    expect((await deliverAll()).map(({ type }) => type).toSorted()).toEqual([
      'employee.changed',
      'time_entry.changed',
      'time_entry.changed',
    ]);
  });
});

describe('deliveries', () => {
  test('events of one entry follow one another, those of others do not wait', async () => {
    await deleteAll();
    await create(us.manager, ['time_entry.stopped', 'time_entry.changed']);
    const one = await addTime(db.sql, us.employee, at('20:00'), at('20:30'));
    for (const notes of ['a', 'b']) {
      await act(
        us.employee,
        (tx) => tx`update time_entries set notes = ${notes} where id = ${one}`,
      );
    }
    const two = await addTime(db.sql, us.employee, at('21:00'), at('21:30'));
    // In whatever order.
    const claimed = new Map(
      (await claim()).map((row) => [dataOf(JSON.parse(row.body))['id'], row]),
    );
    expect(new Set(claimed.keys())).toEqual(new Set([one, two]));
    const first = [claimed.get(one), claimed.get(two)];
    // Another server gets nothing that is out already.
    expect(await claim()).toEqual([]);
    await note(first[0]?.id ?? '', {
      delivered: false,
      error: 'status: 500',
      response_code: 500,
      duration_ms: 1,
      retry_seconds: 300,
    });
    await note(first[1]?.id ?? '', { delivered: true, response_code: 200, duration_ms: 1 });
    // The second event of the first entry waits for the first, which waits for its next attempt.
    expect(await claim()).toEqual([]);
    const soon = new Date(Date.now() + 301_000);
    const [again, ...none] = await claim(1000, 1000, soon);
    expect(none).toEqual([]);
    expect(again).toMatchObject({
      attempt: 2,
      message_id: first[0]?.message_id,
      body: first[0]?.body,
    });
    // A server died with it: after a minute another one has it, with the same number of attempt.
    expect(await claim(1000, 1000, new Date(soon.getTime() + 59_000))).toEqual([]);
    const [taken] = await claim(1000, 1000, new Date(soon.getTime() + 61_000));
    expect(taken).toMatchObject({ id: again?.id, attempt: 2 });
    await note(taken?.id ?? '', { delivered: true, response_code: 200, duration_ms: 1 });
    // The one that seemed dead notes it, too: the first word stands.
    await note(again?.id ?? '', {
      delivered: false,
      error: 'timeout: x',
      duration_ms: 1,
      retry_seconds: 5,
    });
    const rest = await deliverAll();
    expect(rest.map((body) => dataOf(body)['sequence'])).toEqual([2, 3]);
    const rows = await db.sql`select status, attempt from webhook_deliveries
      where entity_id = ${one} and event_sequence = (select min(event_sequence) from webhook_deliveries where entity_id = ${one})
      order by attempt`;
    expect(rows).toEqual([
      { status: 'failed', attempt: 1 },
      { status: 'delivered', attempt: 2 },
    ]);
  });

  test('an endpoint that fails for three days is turned off, and owners are mailed once', async () => {
    await deleteAll();
    const { id } = await create(us.manager, ['time_entry.stopped']);
    await addTime(db.sql, us.employee, at('22:00'), at('22:10'));
    const start = Date.now();
    const failed = { delivered: false, error: 'status: 500', response_code: 500, duration_ms: 1 };
    for (const [hours, active] of [
      [0.01, true],
      [71, true],
      [73, false],
    ] as const) {
      const now = new Date(start + hours * 3_600_000);
      const [one] = await claim(10, 10, now);
      await note(one?.id ?? '', { ...failed, retry_seconds: 60 }, now);
      expect(await stateOf(id)).toMatchObject({ active, off_reason: active ? null : 'failing' });
    }
    expect(await claim(10, 10, new Date(start + 80 * 3_600_000))).toEqual([]);
    const mails =
      await db.sql`select to_address, data ->> 'url' as url from mail.outbox where template = 'webhook_off'`;
    expect(mails).toEqual([{ to_address: us.owner.email, url: URL }]);
    // Turned on again, what waited goes at once.
    await act(us.manager, (tx) => tx`update webhook_endpoints set active = true where id = ${id}`);
    expect(await stateOf(id)).toMatchObject({ active: true, off_since: null, failing_since: null });
    expect(await claim()).toHaveLength(1);
  });

  test('410 turns it off at once; what it asks for with Retry-After holds all that is for it', async () => {
    await deleteAll();
    const { id } = await create(us.manager, ['time_entry.stopped']);
    await addTime(db.sql, us.employee, at('22:20'), at('22:25'));
    await addTime(db.sql, us.employee, at('22:30'), at('22:35'));
    const [one, two] = await claim();
    const busy = { delivered: false, response_code: 429, error: 'status: 429', duration_ms: 1 };
    await note(one?.id ?? '', { ...busy, retry_seconds: 600, hold_seconds: 600 });
    await note(two?.id ?? '', { ...busy, response_code: 500, retry_seconds: 5 });
    expect(await claim(10, 10, new Date(Date.now() + 590_000))).toEqual([]);
    const now = new Date(Date.now() + 610_000);
    // In trouble: one at a time.
    const [next, ...more] = await claim(10, 10, now);
    expect(more).toEqual([]);
    expect(next?.troubled).toBe(true);
    await note(
      next?.id ?? '',
      {
        delivered: false,
        response_code: 410,
        error: 'status: 410',
        duration_ms: 1,
        gone: true,
        retry_seconds: 60,
      },
      now,
    );
    expect(await stateOf(id)).toMatchObject({ active: false, off_reason: 'gone' });
  });

  test('the old secret signs for a day beside the new one', async () => {
    await deleteAll();
    const made = await create(us.manager, ['time_entry.stopped']);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const [row] = await act(
      us.manager,
      (tx) => tx`select change_webhook_secret(${made.id}) as made`,
    );
    const changed = row?.['made'] as Made;
    expect(changed.secret).not.toBe(made.secret);
    await act(us.manager, (tx) => tx`select send_test_webhook(${made.id})`);
    const [test] = await claim();
    expect(test?.secrets).toEqual([changed.secret, made.secret]);
    expect(JSON.parse(test?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    const [later] = await claim(10, 10, new Date(Date.now() + 25 * 3_600_000));
    expect(later?.secrets).toEqual([changed.secret]);
  });

  test('what was delivered is sent again by hand with the same id, what waits goes now', async () => {
    await deleteAll();
    const { id } = await create(us.manager, ['time_entry.stopped']);
    await addTime(db.sql, us.employee, at('22:40'), at('22:45'));
    const [one] = await claim();
    await note(one?.id ?? '', {
      delivered: false,
      response_code: 500,
      error: 'status: 500',
      duration_ms: 1,
      retry_seconds: 3000,
    });
    const repeat = (delivery: string) =>
      act(us.manager, (tx) => tx`select repeat_delivery(${delivery}) as id`);
    await repeat(one?.id ?? '');
    const [two] = await claim();
    expect(two).toMatchObject({ attempt: 2, message_id: one?.message_id });
    await note(two?.id ?? '', { delivered: true, response_code: 204, duration_ms: 1 });
    await repeat(two?.id ?? '');
    const [three] = await claim();
    expect(three).toMatchObject({ attempt: 3, message_id: one?.message_id });
    await note(three?.id ?? '', {
      delivered: false,
      response_code: 500,
      error: 'status: 500',
      duration_ms: 1,
      retry_seconds: 5,
    });
    expect(await claim(10, 10, new Date(Date.now() + 60_000))).toEqual([]);
    await act(us.manager, (tx) => tx`update webhook_endpoints set active = false where id = ${id}`);
    await expect(repeat(two?.id ?? '')).rejects.toMatchObject({ hint: 'webhook_off' });
  });

  test('a job forgets them after 30 days', async () => {
    const old =
      await db.sql`update webhook_deliveries set created_at = now() - interval '31 days' returning id`;
    expect(old.length).toBeGreaterThan(0);
    await db.sql`update webhook_events set created_at = now() - interval '31 days'`;
    await db.sql`select private.forget_old_webhook_deliveries()`;
    expect(await db.sql`select from webhook_deliveries`).toEqual([]);
    expect(await db.sql`select from webhook_events`).toEqual([]);
  });
});

describe('rights', () => {
  test.each([
    ['', ['employee.left'], 'webhook_url_invalid'],
    ['ftp://example.com', ['employee.left'], 'webhook_url_invalid'],
    ['https://user:secret@example.com/', ['employee.left'], 'webhook_url_invalid'],
    ['https://example.com/a b', ['employee.left'], 'webhook_url_invalid'],
    [URL, [], 'webhook_events_unknown'],
    [URL, ['employee.fired'], 'webhook_events_unknown'],
  ])('%s for %j is refused', async (url, events, hint) => {
    await expect(create(us.manager, events, { url })).rejects.toMatchObject({ hint });
  });

  test('managers have the webhooks of their company; nobody else sees, makes or changes one', async () => {
    await deleteAll();
    const { id } = await create(us.manager);
    await act(us.manager, (tx) => tx`select send_test_webhook(${id})`);
    const [delivery] = await db.sql`select id from webhook_deliveries where endpoint_id = ${id}`;
    const before = await stateOf(id);
    const kiosk = await signUp(db.sql);
    const others = [us.foreman, us.employee, us.deactivated, them.owner, kiosk, 'anon'] as const;
    for (const who of others) {
      const attempts: readonly ((tx: Tx) => Promise<readonly unknown[]>)[] = [
        (tx) => tx`select id from webhook_endpoints where id = ${id}`,
        (tx) => tx`select id from webhook_deliveries where endpoint_id = ${id}`,
        (tx) => tx`select id from webhook_events where company_id = ${us.id}`,
        (tx) =>
          tx`update webhook_endpoints set url = 'https://evil.example' where id = ${id} returning id`,
        (tx) => tx`delete from webhook_endpoints where id = ${id} returning id`,
        (tx) => tx`select send_test_webhook(${id})`,
        (tx) => tx`select change_webhook_secret(${id})`,
        (tx) => tx`select repeat_delivery(${delivery?.['id']})`,
      ];
      for (const attempt of attempts) {
        const got = await as(db.sql, who, attempt).catch((error: { code: string }) => {
          expect(['42501', 'P0001']).toContain(error.code);
          return [];
        });
        expect(got).toEqual([]);
      }
      if (who !== them.owner) {
        await expect(create(who)).rejects.toMatchObject({ code: '42501' });
      }
    }
    expect(await stateOf(id)).toEqual(before);
    expect(await db.sql`select from webhook_deliveries where endpoint_id = ${id}`).toHaveLength(1);
    expect(await act(us.owner, (tx) => tx`select from webhook_endpoints`)).toHaveLength(1);
  });

  test('no client reads a secret or writes what the server writes', async () => {
    const [{ id } = { id: '' }] = await db.sql<{ id: string }[]>`select id from webhook_endpoints`;
    for (const who of [us.owner, us.manager, 'service_role', 'anon'] as const) {
      const attempts: readonly ((tx: Tx) => Promise<unknown>)[] = [
        (tx) => tx`select secret from private.webhook_secrets`,
        (tx) => tx`select * from private.claim_webhooks(1, 1)`,
        (tx) => tx`select private.note_webhook_attempt(${id}, '{}')`,
        (tx) => tx`select private.make_webhook_secret(${us.id}, ${id})`,
        (tx) => tx`update webhook_endpoints set failing_since = now()`,
        (tx) => tx`update webhook_deliveries set status = 'delivered'`,
        (tx) =>
          tx`insert into webhook_endpoints (company_id, url, events) values (${us.id}, ${URL}, '{employee.left}')`,
        (tx) =>
          tx`insert into webhook_events (company_id, type, occurred_at, entity_id, data) values (${us.id}, 'a.b', now(), ${id}, '{}')`,
      ];
      for (const attempt of attempts) {
        if (who === 'service_role' && attempts.indexOf(attempt) >= 4) continue;
        await expect(as(db.sql, who, attempt)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('the history says who added, changed and deleted one, and never the secret', async () => {
    await deleteAll();
    const made = await create(us.manager);
    await act(
      us.manager,
      (tx) => tx`update webhook_endpoints set active = false where id = ${made.id}`,
    );
    await act(us.owner, (tx) => tx`delete from webhook_endpoints where id = ${made.id}`);
    const events = await db.sql`select action, actor_id, after::text as after from audit_events
      where company_id = ${us.id} and entity_id = ${made.id} order by sequence`;
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['created', us.manager.userId],
      ['updated', us.manager.userId],
      ['deleted', us.owner.userId],
    ]);
    expect(JSON.stringify(events)).not.toContain(made.secret);
  });
});

test.each([
  ["role = 'employee'", 'a lower role'],
  ['active = false', 'leaving'],
])('%s of who made a webhook pauses it and tells the owners', async (change) => {
  const manager = await hire(db.sql, us.owner, 'manager');
  const { id } = await create(manager, ALL, { url: `${URL}/${randomUUID()}` });
  const other = await create(us.manager);
  await act(us.owner, (tx) =>
    tx.unsafe(`update employees set ${change} where id = '${manager.employeeId}'`),
  );
  const state = (endpoint: string) =>
    db.sql`select active, off_reason from webhook_endpoints where id = ${endpoint}`;
  expect(await state(id)).toEqual([{ active: false, off_reason: 'paused' }]);
  expect(await state(other.id)).toEqual([{ active: true, off_reason: null }]);
  const told = await db.sql`select employee_id from notifications
    where event = 'webhook_off' and data ->> 'url' = (select url from webhook_endpoints where id = ${id})`;
  expect(told).toEqual([{ employee_id: us.owner.employeeId }]);
});
