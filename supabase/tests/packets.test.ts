import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

interface Answer {
  about: { packet_id: string; subject: { name: string }; made_by: string };
  parts: { name: string; text: string }[];
  to_come: string[];
}
const claim = (who: Person, request = {}, start = '2026-01-01', end = '2026-03-31') =>
  act(who, async (tx) => {
    const [row] =
      await tx`select claim_packet(${us.employee.employeeId}, ${start}, ${end}, ${JSON.stringify(request)}::jsonb) as packet`;
    return row?.['packet'] as Answer;
  });
const project = (who: Person, request = {}) =>
  act(who, async (tx) => {
    const [row] =
      await tx`select project_packet(${us.project}, '2026-01-01', '2026-03-31', ${JSON.stringify(request)}::jsonb) as packet`;
    return row?.['packet'] as Answer;
  });
// biome-ignore lint/suspicious/noExplicitAny: what the database answers, read by the tests
const part = ({ parts }: Answer, name: string): any =>
  JSON.parse(parts.find((one) => one.name === `data/${name}.json`)?.text ?? 'null');
const packets = async () =>
  (await db.sql`select count(*)::integer as count from evidence_packets`)[0]?.['count'];

let entry = '';
beforeAll(async () => {
  await act(us.owner, (tx) => tx`select set_overtime_policy('CA', '2026-02-01')`);
  await db.sql`update employees set first_name = 'Rosa', last_name = 'Quintero' where id = ${us.employee.employeeId}`;
  await db.sql`update employees set first_name = 'Wendell', last_name = 'Oakes-Ruiz', phone = '555 0199' where id = ${us.colleague.employeeId}`;
  await db.sql`update employees set first_name = 'Dolores', last_name = 'Quintero' where id = ${us.foreman.employeeId}`;
  const insert = (person: Person, day: string, notes: string | null) =>
    act(
      person,
      (
        tx,
      ) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id, cost_code_id, notes)
      values (${person.employeeId}, ${`${day} 08:00-05`}, ${`${day} 17:00-05`}, ${us.project}, ${us.costCode}, ${notes}) returning id`,
    );
  const [row] = await insert(us.employee, '2026-01-05', 'With WENDELL and "Dolores" until noon');
  entry = row?.['id'];
  await insert(us.employee, '2026-02-03', null);
  await insert(us.colleague, '2026-01-05', 'Oakes-Ruiz here');
  await act(
    us.employee,
    (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at)
    values (${entry}, '2026-01-05 12:00-05', '2026-01-05 12:30-05')`,
  );
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = '2026-01-05 16:30-05' where id = ${entry}`,
    { 'x-reason': 'Left%20early%2C%20says%20Wendell' },
  );
  await act(
    us.employee,
    (tx) =>
      tx`select dispute_timesheet('2026-01-04', '2026-01-10', 'I left at five', 'Not right.', 'en', '1')`,
  );
  await act(
    us.owner,
    (tx) => tx`select approve_time(${us.employee.employeeId}, '2026-02-01', '2026-02-07')`,
  );
});

describe('a claim packet', () => {
  test('has punches as first recorded beside what they are, each change, and what the person said', async () => {
    const packet = await claim(us.manager);
    expect(packet.about).toMatchObject({ kind: 'claim', subject: { name: 'Rosa Quintero' } });
    const time = part(packet, 'time-2026');
    expect(time.time_entries).toHaveLength(2);
    expect(time.time_entries[0]).toMatchObject({
      id: entry,
      changes: 1,
      source: 'manual',
      project: 'Harbor Point',
      breaks: [{ kind: 'meal' }],
    });
    expect(new Date(time.time_entries[0].clock_out)).toEqual(new Date('2026-01-05 16:30-05'));
    expect(new Date(time.time_entries[0].original.clock_out)).toEqual(
      new Date('2026-01-05 17:00-05'),
    );
    expect(time.edits).toContainEqual(
      expect.objectContaining({
        action: 'updated',
        record_id: entry,
        by: 'manager Example',
        reason: 'Left early, says Wendell',
        before: expect.objectContaining({ clock_out: expect.stringContaining('22:00:00') }),
        after: expect.objectContaining({ clock_out: expect.stringContaining('21:30:00') }),
      }),
    );
    expect(time.timesheet_signatures).toMatchObject([{ disputed: true, note: 'I left at five' }]);
    expect(time.approvals).toMatchObject([{ work_date: '2026-02-03' }]);
    const pay = part(packet, 'pay-2026');
    const minutes = pay.lines.reduce(
      (sum: number, line: { minutes: number }) => sum + line.minutes,
      0,
    );
    const [overview] = await act(
      us.manager,
      (tx) =>
        tx`select sum(minutes)::integer as minutes from payroll_explanation(${us.employee.employeeId}, '2026-01-01', '2026-03-31')`,
    );
    expect(minutes).toBe(overview?.['minutes']);
    expect(minutes).toBe(480 + 540);
    expect(part(packet, 'rates').employee_rates).toMatchObject([{ hourly_rate: 25 }]);
    expect(part(packet, 'policies').overtime_policies).toMatchObject([
      { preset: 'CA', effective_from: '2026-02-01', set_by: 'Sam Reed' },
    ]);
    expect(part(packet, 'cover')).toMatchObject({
      company: { name: 'Test Builders', week_start: 0 },
      deadlines: [],
    });
  });

  test('notes the hash of each part before it is handed out, and that it was made', async () => {
    const before = await packets();
    const { about, parts } = await claim(us.manager);
    const noted =
      await db.sql`select name, sha256 from private.evidence_packet_parts where packet_id = ${about.packet_id} order by name`;
    expect(noted).toEqual(
      parts
        .map(({ name, text }) => ({ name, sha256: hash(text) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(await packets()).toBe(before + 1);
    const [event] =
      await db.sql`select action, employee_id, actor_id from audit_events where entity_id = ${about.packet_id}`;
    expect(event).toMatchObject({
      action: 'created',
      employee_id: us.employee.employeeId,
      actor_id: us.manager.userId,
    });
  });

  test('counts deadlines from the day of the request, and says which is about whoever asked', async () => {
    const packet = await claim(us.owner, {
      asked_by: 'Ana Pardo',
      organization: 'Pardo Law',
      asked_as: 'person',
      asked_on: '2026-02-10',
    });
    expect(part(packet, 'cover')).toMatchObject({
      request: { asked_by: 'Ana Pardo', organization: 'Pardo Law' },
      deadlines: [
        { rule: 'california_226', due_on: '2026-03-03', applies: true },
        { rule: 'dol_516_7', due_on: '2026-02-13', applies: false },
      ],
    });
    const [made] = await act(
      us.owner,
      (tx) => tx`select * from packets_made(${us.employee.employeeId}, null)`,
    );
    expect(made).toMatchObject({
      id: packet.about.packet_id,
      subject: 'Rosa Quintero',
      request: { asked_by: 'Ana Pardo' },
      signed: false,
    });
  });

  test('of seven years comes in parts of a year; more is refused', async () => {
    const packet = await claim(us.manager, {}, '2020-01-01', '2026-12-31');
    expect(packet.to_come).toHaveLength(14);
    const [row] = await act(
      us.manager,
      (tx) => tx`select packet_part(${packet.about.packet_id}, 'data/time-2026.json') as text`,
    );
    expect(JSON.parse(row?.['text']).time_entries).toHaveLength(2);
    await expect(claim(us.manager, {}, '2019-12-31', '2027-01-01')).rejects.toMatchObject({
      hint: 'packet_range_too_long',
    });
    await expect(
      act(
        us.manager,
        (tx) => tx`select packet_part(${packet.about.packet_id}, 'data/time-2027.json')`,
      ),
    ).rejects.toMatchObject({ hint: 'not_found' });
    await expect(
      act(
        us.manager,
        (tx) => tx`select packet_part(${packet.about.packet_id}, 'data/month-2026-01.json')`,
      ),
    ).rejects.toMatchObject({ hint: 'not_found' });
    await expect(claim(us.manager, { asked_on: 'soon' })).rejects.toMatchObject({
      hint: 'invalid_packet_request',
    });
  });

  test('redacted has no name of anybody else in any part, and the same person is the same number', async () => {
    const { parts } = await claim(us.owner, { redact: true });
    const all = parts.map(({ text }) => text).join('\n');
    for (const name of [
      'Wendell',
      'Oakes',
      'Ruiz',
      'Dolores',
      '555 0199',
      us.colleague.email,
      us.manager.email,
      'manager Example',
    ])
      expect(all.toLowerCase()).not.toContain(name.toLowerCase());
    // Whom it is about shares a name with the foreman.
    expect(all).toContain('Quintero');
    const time = JSON.parse(parts.find(({ name }) => name === 'data/time-2026.json')?.text ?? '');
    expect(time.time_entries[0].notes).toMatch(/^With Person \d+ and "Person \d+" until noon$/);
    const wendell = /With (Person \d+)/.exec(time.time_entries[0].notes)?.[1];
    expect(time.edits.find(({ reason }: { reason: string | null }) => reason)?.reason).toBe(
      `Left early, says ${wendell}`,
    );
  });

  test('a name is found behind a line end, in numbers and in any case, never as a part of a word or a key', async () => {
    const names = JSON.stringify([
      ['Wendell Oakes', 'Person 1'],
      ['+1 (518) 555-0199', 'Person 1'],
      ['Wendell', 'Person 1'],
      ['Ann', 'Person 2'],
    ]);
    const redact = async (content: object) => {
      const text = JSON.stringify(content);
      const [row] =
        await db.sql`select private.redact_names(${text}, private.names_in(${text}, ${names}::jsonb)) as text`;
      return JSON.parse(row?.['text']);
    };
    expect(
      await redact({
        wendell: 'said\nWENDELL OAKES,\tAnn and Wendells',
        call: 'at +1 (518) 555-0199',
      }),
    ).toEqual({ wendell: 'said\nPerson 1,\tPerson 2 and Wendells', call: 'at Person 1' });
    expect(await redact({ note: 'Annex, 518 555 0199' })).toEqual({ note: 'Annex, 518 555 0199' });
  });

  test('a signed text that names somebody is left out: changed, it would look forged', async () => {
    const signed = ['{"project":"Oakes \\"house\\""}', '{"project":"Annex"}', null];
    const content = {
      note: 'Oakes',
      timesheet_signatures: signed.map((signed_text) => ({ signed_text })),
    };
    const left = async (names: string[][]) => {
      const [row] =
        await db.sql`select private.without_changed_texts(${db.sql.json(content)}, ${JSON.stringify(names)}::jsonb) as content`;
      return row?.['content'].timesheet_signatures.map(
        (one: Record<string, unknown>) => one['signed_text'],
      );
    };
    expect(await left([['Oakes', 'Person 1']])).toEqual([null, signed[1], null]);
    expect(await left([])).toEqual(signed);
  });

  test('has the history as lines that fit their hashes; redacted ones have the hash alone', async () => {
    const read = async (request: object) => {
      const { about } = await claim(us.owner, request, '2026-01-01', '2026-12-31');
      const [row] = await act(
        us.owner,
        (tx) => tx`select packet_history(${about.packet_id}) as page`,
      );
      const page = row?.['page'] as { name: string; text: string; next: number | null };
      expect(page).toMatchObject({ name: 'history/events-0000000000.jsonl', next: null });
      return page.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const open = await read({});
    const stored = new Map(
      (
        await db.sql`select l.position::integer, e.hash from private.audit_links l join audit_events e on e.company_id = l.company_id and e.id = l.event_id
        where l.company_id = ${us.id}`
      ).map(({ position, hash: found }) => [position, found]),
    );
    for (const { position, text } of open) expect(hash(text)).toBe(stored.get(position));
    expect(open.some(({ text }) => text.includes('Left early, says Wendell'))).toBe(true);
    const redacted = await read({ redact: true });
    const without = redacted.filter(({ text }) => text === null);
    expect(without.length).toBeGreaterThan(0);
    for (const { position, hash: kept } of without) expect(kept).toBe(stored.get(position));
    expect(JSON.stringify(redacted)).not.toMatch(/wendell|oakes|dolores/i);
  });

  test('is for managers of the company, and each asks for parts of packets of their own', async () => {
    const { about } = await claim(us.manager, {}, '2020-01-01', '2026-12-31');
    const before = await packets();
    const tablet = await pairedTablet(db.sql, us);
    const ask = (who: Parameters<typeof act>[0]) =>
      act(
        who,
        (tx) => tx`select claim_packet(${us.employee.employeeId}, '2026-01-01', '2026-03-31')`,
      );
    for (const who of [us.employee, us.foreman, us.deactivated, tablet])
      await expect(ask(who)).rejects.toMatchObject({ code: '42501' });
    await expect(ask('anon')).rejects.toMatchObject({ code: '42501' });
    await expect(ask(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(
      act(them.owner, (tx) => tx`select project_packet(${us.project}, '2026-01-01', '2026-03-31')`),
    ).rejects.toMatchObject({ hint: 'not_found' });
    for (const who of [us.owner, them.owner])
      await expect(
        act(who, (tx) => tx`select packet_part(${about.packet_id}, 'data/time-2026.json')`),
      ).rejects.toMatchObject({ hint: 'not_found' });
    await expect(
      act(them.owner, (tx) => tx`select packet_history(${about.packet_id})`),
    ).rejects.toMatchObject({ hint: 'not_found' });
    await expect(act(us.employee, (tx) => tx`select * from packets_made()`)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await act(them.owner, (tx) => tx`select * from packets_made()`)).toEqual([]);
    expect(await packets()).toBe(before);
  });
});

describe('a project packet', () => {
  test('has time by day and trade and everything else of the month', async () => {
    const packet = await project(us.manager);
    const january = part(packet, 'month-2026-01');
    expect(january.time_entries).toHaveLength(2);
    expect(january.by_day_and_trade).toEqual([
      { work_date: '2026-01-05', trade: '', people: 2, minutes: 480 + 540 },
    ]);
    expect(part(packet, 'month-2026-02').time_entries).toHaveLength(1);
    expect(part(packet, 'changes').project).toMatchObject([{ action: 'created' }]);
    expect(part(packet, 'cover')).toMatchObject({ project: { name: 'Harbor Point' } });
  });

  test('redacted names nobody but who made it', async () => {
    const { parts } = await project(us.owner, { redact: true });
    const all = parts
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase();
    for (const name of ['rosa', 'quintero', 'wendell', 'oakes', 'dolores'])
      expect(all).not.toContain(name);
    expect(all).toContain('person ');
  });
});
