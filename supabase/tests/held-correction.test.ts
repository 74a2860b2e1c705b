import { beforeAll, expect, test } from 'vitest';
import { OfflineStage, ZONE } from './offline-stage.ts';
import { as, hire, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

beforeAll(async () => {
  await db.sql`update companies set time_zone = ${ZONE}, late_punch_hours = 120`;
});

/** A worker's stage on which project Q has a team the worker is not on. */
async function stageWithClosedProject(): Promise<OfflineStage> {
  const stage = await OfflineStage.make(db.sql, us);
  await db.sql`insert into project_members (company_id, project_id, employee_id)
    values (${us.id}, ${stage.project('Q')}, ${us.colleague.employeeId})`;
  return stage;
}

const correct = (who: Person, event: { id: string }, project: string | null, code?: string) =>
  as(
    db.sql,
    who,
    (tx) => tx`select * from correct_held_event(${event.id}, ${project}, ${code ?? null})`,
  );

const heldOf = (stage: OfflineStage) =>
  db.sql`select kind, status, problem, detail ->> 'hint' as hint, payload ->> 'project_id' as project
    from held_events where employee_id = ${stage.worker.employeeId} order by counts_at`;

const entriesOf = (stage: OfflineStage) =>
  db.sql`select project_id, cost_code_id, clock_in, clock_out, source
    from time_entries where employee_id = ${stage.worker.employeeId} order by clock_in`;

test('the worker picks another project, and the clock-out that waited follows', async () => {
  const stage = await stageWithClosedProject();
  const start = stage.event('A1 in 7:00 Q e1');
  expect(await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1'])).toEqual(['held', 'held']);
  expect(await heldOf(stage)).toMatchObject([
    { problem: 'booking', hint: 'project_not_open_to_you' },
    { problem: 'waiting' },
  ]);
  const [done] = await correct(stage.worker, start, stage.project('P'), us.costCode);
  expect(done).toMatchObject({ status: 'applied', resolved_by: stage.worker.userId });
  expect(await entriesOf(stage)).toMatchObject([
    {
      project_id: stage.project('P'),
      cost_code_id: us.costCode,
      clock_in: stage.at('7:00'),
      clock_out: stage.at('15:30'),
      source: 'timer',
    },
  ]);
  expect((await heldOf(stage)).map(({ status }) => status)).toEqual(['applied', 'applied']);
  // Pressed twice, or sent again by the phone: nothing more.
  await correct(stage.worker, start, stage.project('P'), us.costCode);
  await stage.send(['A1 in 7:00 Q e1']);
  expect(await entriesOf(stage)).toHaveLength(1);
  const [evidence] = await db.sql`select payload -> 'sent_booking' ->> 'project_id' as sent
    from synced_events where id = ${start.id}`;
  expect(evidence?.['sent']).toBe(stage.project('Q'));
  const [item] = await db.sql`select status from verifications where subject_id = ${start.id}`;
  expect(item?.['status']).toBe('resolved');
  const audited = await db.sql`select from audit_events
    where entity_id = ${start.id} and actor_id = ${stage.worker.userId} and entity = 'held_events'`;
  expect(audited.length).toBeGreaterThan(0);
});

test('a switch to a closed project: the old work has ended, the new one is picked', async () => {
  const stage = await stageWithClosedProject();
  const change = stage.event('A2 switch 10:00 Q e2');
  await stage.send(['A1 in 7:00 P e1', 'A2 switch 10:00 Q e2', 'A3 out 15:00 e2']);
  expect(await entriesOf(stage)).toMatchObject([{ clock_out: stage.at('10:00') }]);
  await correct(stage.worker, change, stage.project('P'));
  expect(await entriesOf(stage)).toMatchObject([
    { clock_in: stage.at('7:00'), clock_out: stage.at('10:00') },
    { clock_in: stage.at('10:00'), clock_out: stage.at('15:00'), project_id: stage.project('P') },
  ]);
});

test('what cannot be booked there either is refused, and nothing moves', async () => {
  const stage = await stageWithClosedProject();
  const start = stage.event('A1 in 7:00 Q e1');
  await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1']);
  const [archived] =
    await db.sql`insert into projects (company_id, name, archived_at) values (${us.id}, 'Old', now()) returning id`;
  const [theirs] = await db.sql`select id from projects where company_id = ${them.id} limit 1`;
  const before = await heldOf(stage);
  for (const [project, hint] of [
    [stage.project('Q'), 'project_not_open_to_you'],
    [archived?.['id'], 'project_not_active'],
    [theirs?.['id'], 'project_not_active'],
    [null, 'project_required'],
  ]) {
    await expect(correct(stage.worker, start, project)).rejects.toMatchObject({ hint });
  }
  expect(await heldOf(stage)).toEqual(before);
  expect(await entriesOf(stage)).toEqual([]);
});

test('only its own worker, and only what is held for its project or cost code', async () => {
  const stage = await stageWithClosedProject();
  const start = stage.event('A1 in 7:00 Q e1');
  const end = stage.event('A2 out 15:30 e1');
  await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1']);
  const other = await hire(db.sql, us.owner, 'employee');
  for (const who of [other, us.manager, us.foreman, them.employee]) {
    await expect(correct(who, start, stage.project('P'))).rejects.toMatchObject({
      hint: 'not_found',
    });
  }
  await expect(correct(stage.worker, end, stage.project('P'))).rejects.toMatchObject({
    hint: 'held_event_not_correctable',
  });
  await expect(
    as(db.sql, 'anon', (tx) => tx`select * from correct_held_event(${start.id}, ${us.project})`),
  ).rejects.toMatchObject({ code: '42501' });
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${stage.worker.employeeId})`);
  await expect(correct(stage.worker, start, stage.project('P'))).rejects.toMatchObject({
    hint: 'no_employee',
  });
  expect(await entriesOf(stage)).toEqual([]);
  expect((await heldOf(stage)).map(({ status }) => status)).toEqual(['held', 'held']);
});

test('a pick that runs into other time is kept and says so', async () => {
  const stage = await stageWithClosedProject();
  const start = stage.event('A1 in 7:00 Q e1');
  await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1']);
  await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${stage.worker.employeeId}, ${stage.project('P')}, ${stage.at('9:00')}, ${stage.at('10:00')})`;
  const [held] = await correct(stage.worker, start, stage.project('P'));
  expect(held).toMatchObject({ status: 'held', problem: 'overlap' });
  expect(held?.['payload']).toMatchObject({ project_id: stage.project('P') });
  expect(await entriesOf(stage)).toHaveLength(1);
});
