import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { as, hire, openCompanies, type Person } from './world.ts';

// Photos of certificates: who sends, sees and judges them; and what an owner lets stop the clock.
const { db, us, them, act } = await openCompanies();
const HASH = 'a'.repeat(64);
const one = async (rows: PromiseLike<Record<string, unknown>[]>) =>
  (await rows)[0]?.['id'] as string;
const card = await one(
  db.sql`insert into certification_types (company_id, name) values (${us.id}, 'Forklift card') returning id`,
);
const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
  values (${us.id}, 'Framing', ${us.foreman.employeeId}) returning id`;

let ana: Person;
beforeEach(async () => {
  await db.sql`delete from certification_requirements`;
  ana = await hire(db.sql, us.owner, 'employee');
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${ana.employeeId}, current_date - 30)`;
});

const hold = (who: Person, days: number | null = null) =>
  one(db.sql`insert into certifications (company_id, employee_id, type_id, expires_on)
    values (${us.id}, ${who.employeeId}, ${card}, private.company_today(${us.id}) + ${days}::integer) returning id`);
const announce = (by: Person, whose: Person, changes: Record<string, unknown> = {}) => {
  const id = randomUUID();
  const row = {
    id,
    employee_id: whose.employeeId,
    type_id: card,
    path: `${us.id}/${whose.employeeId}/${id}.jpg`,
    size_bytes: 1000,
    width: 1600,
    height: 1200,
    sha256: HASH,
    ...changes,
  };
  return act(by, (tx) => tx`insert into certificate_proofs ${tx(row as never)} returning id, path`);
};
const store = (by: Person, path: string, hash = HASH) =>
  act(
    by,
    (tx) => tx`insert into storage.objects (bucket_id, name, metadata)
      values ('certificate-proofs', ${path}, ${tx.json({ eTag: `"${hash}"`, size: 1000, mimetype: 'image/jpeg' })})`,
  );
const send = async (by: Person, whose: Person, certificate: string | null = null) => {
  const [row] = await announce(by, whose, { certification_id: certificate });
  await store(by, row?.['path'] as string);
  return row?.['id'] as string;
};
const judge = (who: Person, id: string, readable: boolean, note: string | null = null) =>
  act(who, (tx) => tx`select * from review_certificate_proof(${id}, ${readable}, ${note})`);
const proofs = (who: Person) =>
  db.sql`select review, uploaded_at is not null as arrived, certification_id from certificate_proofs where employee_id = ${who.employeeId} order by created_at`;
const items = (who: Person) =>
  db.sql`select status, detail ->> 'certificate' as certificate from verifications where kind = 'certificate_proof' and employee_id = ${who.employeeId} order by created_at`;
const require = (who: Person, changes: Record<string, unknown> = {}) =>
  act(
    who,
    (tx) =>
      tx`insert into certification_requirements ${tx({ type_id: card, ...changes } as never)} returning id`,
  );
const missing = async (who: Person, about: Person) =>
  (await act(who, (tx) => tx`select * from missing_certificates()`)).filter(
    (row) => row['employee_id'] === about.employeeId,
  );

describe('a proof', () => {
  test('is sent by its person, seen by them and managers, and by nobody else', async () => {
    const id = await send(ana, ana);
    const seen = (who: Person) =>
      act(who, async (tx) => [
        (await tx`select id from certificate_proofs where id = ${id}`).length,
        (
          await tx`select from storage.objects where bucket_id = 'certificate-proofs' and name like ${`%${id}%`}`
        ).length,
      ]);
    for (const who of [ana, us.manager, us.owner]) expect(await seen(who)).toEqual([1, 1]);
    for (const who of [us.foreman, us.colleague, them.owner, us.deactivated])
      expect(await seen(who)).toEqual([0, 0]);
    await expect(
      as(db.sql, 'anon', (tx) => tx`select from certificate_proofs`),
    ).rejects.toMatchObject({ code: '42501' });
    const tablet = await pairedTablet(db.sql, us);
    expect(await act(tablet, (tx) => tx`select from certificate_proofs`)).toEqual([]);
    expect(await items(ana)).toEqual([{ status: 'open', certificate: 'Forklift card' }]);
  });

  test('is announced for oneself only, and the file is the one announced', async () => {
    for (const who of [us.colleague, us.foreman, us.deactivated])
      await expect(announce(who, ana)).rejects.toMatchObject({ code: '42501' });
    await expect(announce(them.owner, ana)).rejects.toThrow();
    expect(await proofs(ana)).toEqual([]);
    const [row] = await announce(ana, ana);
    const path = row?.['path'] as string;
    await expect(store(us.colleague, path)).rejects.toMatchObject({ code: '42501' });
    await expect(store(ana, path, 'b'.repeat(64))).rejects.toMatchObject({ hint: 'photo_damaged' });
    expect(await proofs(ana)).toMatchObject([{ arrived: false }]);
    await store(ana, path);
    expect(await proofs(ana)).toMatchObject([{ arrived: true, review: null }]);
    await expect(
      act(ana, (tx) => tx`update certificate_proofs set review = 'readable'`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      db.sql`update storage.objects set name = 'x' where name = ${path}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
  });

  test('is refused where it is too small, too large, of another kind or of somebody else’s certificate', async () => {
    const theirs = await hold(us.colleague);
    for (const [changes, refusal] of [
      [{ width: 300 }, { constraint: 'certificate_proofs_pixels' }],
      [{ width: null, height: null }, { constraint: 'certificate_proofs_pixels' }],
      [{ size_bytes: 26_214_401 }, { constraint: 'certificate_proofs_size_range' }],
      [{ media_type: 'image/heic' }, { constraint: 'certificate_proofs_media_type_known' }],
      [{ path: `${us.id}/x.jpg` }, { constraint: 'certificate_proofs_path_form' }],
      [{ certification_id: theirs }, { hint: 'proof_of_another' }],
    ] as const)
      await expect(announce(ana, ana, changes)).rejects.toMatchObject(refusal);
    expect(await proofs(ana)).toEqual([]);
  });

  test('of the office counts as read; one’s own is judged by another manager', async () => {
    await send(us.manager, ana, await hold(ana));
    expect(await proofs(ana)).toMatchObject([{ review: 'readable' }]);
    expect(await items(ana)).toEqual([]);
    const own = await send(us.manager, us.manager);
    await expect(judge(us.manager, own, true)).rejects.toMatchObject({ hint: 'another_looks' });
    await judge(us.owner, own, true);
    expect(await proofs(us.manager)).toMatchObject([{ review: 'readable' }]);
  });

  test('that cannot be read is sent back in words, without names, until a new one arrives', async () => {
    const certificate = await hold(ana);
    const id = await send(ana, ana, certificate);
    for (const who of [ana, us.foreman, us.colleague, them.owner])
      await expect(judge(who, id, false)).rejects.toMatchObject({ code: expect.any(String) });
    expect(await proofs(ana)).toMatchObject([{ review: null }]);
    await judge(us.manager, id, false, 'The date is cut off.');
    expect(await proofs(ana)).toMatchObject([{ review: 'unreadable' }]);
    expect(await items(ana)).toMatchObject([{ status: 'resolved' }]);
    const told =
      () => db.sql`select data ->> 'note' as note, read_at is null as fresh from notifications
      where employee_id = ${ana.employeeId} and event = 'proof_unreadable'`;
    expect(await told()).toEqual([{ note: 'The date is cut off.', fresh: true }]);
    expect(await db.sql`select private.has_proof(${us.id}, ${certificate}) as proof`).toEqual([
      { proof: false },
    ]);
    await send(ana, ana, certificate);
    expect(await told()).toMatchObject([{ fresh: false }]);
    expect(await db.sql`select private.has_proof(${us.id}, ${certificate}) as proof`).toEqual([
      { proof: true },
    ]);
  });

  test('without a certificate becomes one with what the office read', async () => {
    const id = await send(ana, ana);
    await act(
      us.manager,
      (tx) =>
        tx`select review_certificate_proof(${id}, true, null, ' FL-7 ', '2026-01-05', '2029-01-04')`,
    );
    expect(
      await db.sql`select number, issued_on::text, expires_on::text from certifications where employee_id = ${ana.employeeId}`,
    ).toEqual([{ number: 'FL-7', issued_on: '2026-01-05', expires_on: '2029-01-04' }]);
    expect((await proofs(ana))[0]?.['certification_id']).toBeTruthy();
  });

  test('goes with its file: one’s own until it was read, and by managers', async () => {
    const id = await send(ana, ana);
    const drop = (who: Person) =>
      act(who, (tx) => tx`delete from certificate_proofs where id = ${id} returning id`);
    expect(await drop(us.colleague)).toEqual([]);
    await judge(us.manager, id, true);
    expect(await drop(ana)).toEqual([]);
    expect(await drop(us.manager)).toHaveLength(1);
    expect(
      await db.sql`select from storage.objects where bucket_id = 'certificate-proofs' and name like ${`%${id}%`}`,
    ).toEqual([]);
  });
});

describe('what is required', () => {
  test('of one machine holds for its shifts alone, and a needed proof counts', async () => {
    const machines = await db.sql`insert into equipment (company_id, name)
      values (${us.id}, ${randomUUID()}), (${us.id}, ${randomUUID()}) returning id`;
    await require(us.manager, { equipment_id: machines[0]?.['id'], needs_proof: true });
    const plan = (machine: string) =>
      db.sql`insert into shifts (company_id, employee_id, project_id, equipment_id, starts_at, ends_at, status)
        values (${us.id}, ${ana.employeeId}, ${us.project}, ${machine}, now() + interval '2 days', now() + interval '2 days 8 hours', 'published')`;
    await plan(machines[1]?.['id']);
    expect(await missing(ana, ana)).toEqual([]);
    await db.sql`delete from shifts where employee_id = ${ana.employeeId}`;
    await plan(machines[0]?.['id']);
    const states = async () =>
      (await missing(us.foreman, ana)).map((row) => [row['state'], row['proof']]);
    expect(await states()).toEqual([['missing', null]]);
    const certificate = await hold(ana);
    expect(await states()).toEqual([['no_proof', null]]);
    const id = await send(ana, ana, certificate);
    expect(await states()).toEqual([]);
    await judge(us.manager, id, false);
    expect(await states()).toEqual([['no_proof', 'unreadable']]);
  });

  test('two targets are refused', async () => {
    const machine = await one(
      db.sql`insert into equipment (company_id, name) values (${us.id}, ${randomUUID()}) returning id`,
    );
    await expect(
      require(us.manager, { equipment_id: machine, role: 'employee' }),
    ).rejects.toMatchObject({ constraint: 'certification_requirements_one_target' });
  });

  test('stops the clock only where an owner said so', async () => {
    await expect(require(us.manager, { blocks_clock: true })).rejects.toMatchObject({
      hint: 'block_owners_only',
    });
    const [row] = await require(us.manager, { role: 'employee' });
    const change = (who: Person, on: boolean) =>
      act(
        who,
        (tx) =>
          tx`update certification_requirements set blocks_clock = ${on} where id = ${row?.['id']} returning id`,
      );
    await expect(change(us.manager, true)).rejects.toMatchObject({ hint: 'block_owners_only' });
    for (const who of [us.foreman, us.employee, them.owner])
      expect(await change(who, true)).toEqual([]);
    await act(ana, (tx) => tx`select clock_in(${us.project})`); // it warns
    expect(await change(us.owner, true)).toHaveLength(1);
    await expect(change(us.manager, false)).rejects.toMatchObject({ hint: 'block_owners_only' });
    await expect(
      act(us.manager, (tx) => tx`delete from certification_requirements`),
    ).rejects.toMatchObject({ hint: 'block_owners_only' });
    expect(await db.sql`select blocks_clock from certification_requirements`).toEqual([
      { blocks_clock: true },
    ]);
  });

  test('goes with its project, whoever deletes that', async () => {
    const project = await one(
      db.sql`insert into projects (company_id, name) values (${us.id}, ${randomUUID()}) returning id`,
    );
    await require(us.owner, { project_id: project, blocks_clock: true });
    await act(us.manager, (tx) => tx`delete from projects where id = ${project}`);
    expect(await db.sql`select from certification_requirements`).toEqual([]);
  });
});

describe('the clock', () => {
  const clockIn = (who: Person, project = us.project) =>
    act(who, (tx) => tx`select id from clock_in(${project})`);
  const crewIn = (who: Person, people: Person[], reason?: string) =>
    act(
      who,
      (tx) =>
        tx`select * from crew_clock_in(${people.map((p) => p.employeeId)}::uuid[], ${us.project})`,
      reason ? { 'x-reason': encodeURIComponent(reason) } : {},
    );
  const entries = (who: Person) =>
    db.sql`select id from time_entries where employee_id = ${who.employeeId}`;
  const exceptions = (who: Person) =>
    db.sql`select rule, outcome, reason from clock_rule_exceptions where employee_id = ${who.employeeId}`;

  test('refuses to start and to switch, by name of the certificate, until it is there', async () => {
    const other = await one(
      db.sql`insert into projects (company_id, name) values (${us.id}, ${randomUUID()}) returning id`,
    );
    await require(us.owner, { project_id: us.project, blocks_clock: true });
    const refused = await clockIn(ana).catch((cause) => cause);
    expect(refused).toMatchObject({ hint: 'clock_rule_certificate' });
    expect(JSON.parse(refused.detail)).toMatchObject({
      rule: 'certificate',
      certificates: ['Forklift card'],
      // No foreman may let them through.
      contacts: expect.not.arrayContaining([expect.objectContaining({ role: 'foreman' })]),
    });
    expect(await entries(ana)).toEqual([]);
    await clockIn(ana, other);
    await expect(act(ana, (tx) => tx`select switch_project(${us.project})`)).rejects.toMatchObject({
      hint: 'clock_rule_certificate',
    });
    expect(
      await db.sql`select project_id from time_entries where employee_id = ${ana.employeeId} and clock_out is null`,
    ).toEqual([{ project_id: other }]);
    await hold(ana, -1);
    await expect(act(ana, (tx) => tx`select switch_project(${us.project})`)).rejects.toMatchObject({
      hint: 'clock_rule_certificate',
    });
    await hold(ana, 0);
    await act(ana, (tx) => tx`select switch_project(${us.project})`);
    expect(await exceptions(ana)).toEqual([]);
  });

  test('of a machine that requires it, not of the next one', async () => {
    const machine = await one(
      db.sql`insert into equipment (company_id, name) values (${us.id}, ${randomUUID()}) returning id`,
    );
    await require(us.owner, { equipment_id: machine, blocks_clock: true });
    const start = (equipment: string | null) =>
      act(
        ana,
        (tx) => tx`select id from clock_in(${us.project}, equipment_id_param => ${equipment})`,
      );
    await expect(start(machine)).rejects.toMatchObject({ hint: 'clock_rule_certificate' });
    expect(await start(null)).toHaveLength(1);
  });

  test('a start through the data API is refused too; time by hand is not, and is to verify', async () => {
    await require(us.owner, { blocks_clock: true });
    const write = (ended: string | null) =>
      act(
        ana,
        (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out)
          values (${ana.employeeId}, ${us.project}, case when ${ended}::text is null then now() else now() - interval '3 hours' end,
            now() - ${ended}::interval) returning id`,
      );
    await expect(write(null)).rejects.toMatchObject({ hint: 'clock_rule_certificate' });
    expect(await write('1 hour')).toHaveLength(1);
    expect(await exceptions(ana)).toEqual([
      { rule: 'certificate', outcome: 'flagged', reason: null },
    ]);
  });

  test('a foreman starts the others; a manager says why', async () => {
    await require(us.owner, { role: 'employee', blocks_clock: true });
    const ben = await hire(db.sql, us.owner, 'employee');
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      values (${us.id}, ${crew?.['id']}, ${ben.employeeId}, current_date - 30)`;
    await hold(ben);
    for (const [reason, result] of [
      [undefined, 'started'],
      ['I know him', 'already_running'],
    ] as const) {
      expect(await crewIn(us.foreman, [ben, ana], reason)).toMatchObject([
        { result },
        {
          result: 'refused',
          hint: 'clock_rule_certificate',
          detail: { rule: 'certificate', certificates: ['Forklift card'] },
        },
      ]);
    }
    expect(await entries(ana)).toEqual([]);
    await expect(crewIn(us.manager, [ana])).rejects.toMatchObject({
      hint: 'clock_rule_reason_required',
    });
    await crewIn(us.manager, [ana], 'Card seen on paper');
    expect(await exceptions(ana)).toEqual([
      { rule: 'certificate', outcome: 'overridden', reason: 'Card seen on paper' },
    ]);
    const [item] =
      await db.sql`select detail from verifications where kind = 'clock_rule' and employee_id = ${ana.employeeId}`;
    expect(item?.['detail']).toMatchObject({
      rule: 'certificate',
      certificates: ['Forklift card'],
    });
  });

  test('of the kiosk refuses as well, and managers clock in', async () => {
    await require(us.owner, { blocks_clock: true });
    const kiosk = await pairedTablet(db.sql, us);
    const cai = await workerWithPin(db.sql, us);
    await expect(
      act(
        kiosk,
        (tx) => tx`select * from kiosk_punch(${cai.employeeId}, '4711', 'clock_in', ${us.project})`,
      ),
    ).rejects.toMatchObject({ hint: 'clock_rule_certificate' });
    expect(await entries(cai)).toEqual([]);
    expect(await clockIn(await hire(db.sql, us.owner, 'manager'))).toHaveLength(1);
  });

  test('without a signal nothing is lost: it counts and is to verify', async () => {
    await require(us.owner, { blocks_clock: true });
    const device = `phone-${ana.employeeId}`;
    await knowDevices(db.sql, ana, device);
    const entry = randomUUID();
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const punches = [
      {
        kind: 'clock_in',
        happened_at: ago(90),
        payload: { entry_id: entry, project_id: us.project },
      },
      { kind: 'clock_out', happened_at: ago(30), payload: { entry_id: entry } },
    ].map((event, index) => ({
      id: randomUUID(),
      device_id: device,
      sequence: index + 1,
      offset_ms: 0,
      ...event,
    }));
    const sent = await act(
      ana,
      (tx) => tx`select result from sync_events(${tx.json(punches as never)})`,
    );
    expect(sent.map((row) => row['result'])).toEqual(['applied', 'applied']);
    expect(await entries(ana)).toEqual([{ id: entry }]);
    expect(await exceptions(ana)).toEqual([
      { rule: 'certificate', outcome: 'flagged', reason: null },
    ]);
  });
});
