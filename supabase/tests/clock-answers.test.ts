import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { OfflineStage, ZONE } from './offline-stage.ts';
import { addTime, as, type Company, hoursAgo, makeCompany, type Person } from './world.ts';

let db: TestDatabase;
let us: Company;
let them: Company;
let injured: string;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
  them = await makeCompany(db.sql, 'Others');
  await db.sql`update companies set time_zone = ${ZONE}, late_punch_hours = 120`;
  const [question] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer, opens_incident)
      values ('out', 'Were you injured?', '¿Te lastimaste?', 'yes', true) returning id`,
  );
  injured = question?.['id'];
});
afterAll(() => db.drop());

const say = (who: Person, entryId: string, answer: 'yes' | 'no') =>
  as(
    db.sql,
    who,
    (tx) => tx`select * from answer_clock_questions(${entryId},
      ${tx.json([{ question_id: injured, answer }])}, 'en')`,
  );
const storedFor = (entryId: string) =>
  db.sql`select answer from clock_answers where time_entry_id = ${entryId}`;
const incidents = () => db.sql`select id from incidents where company_id = ${us.id}`;

const notYet = { code: '23503', hint: 'time_not_known_yet' };

test('time that never was takes no answer, and no incident comes of it', async () => {
  const nothing = randomUUID();
  for (const answer of ['no', 'yes'] as const) {
    await expect(say(us.employee, nothing, answer)).rejects.toMatchObject(notYet);
  }
  expect(await storedFor(nothing)).toEqual([]);
  expect(await incidents()).toEqual([]);
});

test('the time of others takes none either, whoever asks', async () => {
  const entry = await addTime(db.sql, us.colleague, hoursAgo(2), hoursAgo(1));
  await expect(say(us.employee, entry, 'no')).rejects.toMatchObject({ hint: 'not_found' });
  // Another company has no such question: nothing is said.
  expect(await say(them.employee, entry, 'no')).toEqual([]);
  await expect(say(us.deactivated, entry, 'no')).rejects.toMatchObject({ hint: 'no_employee' });
  expect(await storedFor(entry)).toEqual([]);
  await say(us.colleague, entry, 'no');
  expect(await storedFor(entry)).toEqual([{ answer: 'no' }]);
});

test('answers of a phone wait for their punch, and stay with one that is held', async () => {
  const stage = await OfflineStage.make(db.sql, us);
  await db.sql`insert into project_members (company_id, project_id, employee_id)
    values (${us.id}, ${stage.project('Q')}, ${us.colleague.employeeId})`;
  const entry = stage.id('e1');
  await expect(say(stage.worker, entry, 'yes')).rejects.toMatchObject(notYet);
  expect(await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1'])).toEqual(['held', 'held']);
  const before = (await incidents()).length;
  await say(stage.worker, entry, 'yes');
  expect(await incidents()).toHaveLength(before + 1);
  await as(
    db.sql,
    stage.worker,
    (tx) =>
      tx`select * from correct_held_event(${stage.event('A1 in 7:00 Q e1').id}, ${us.project})`,
  );
  const [joined] = await db.sql`select a.answer from clock_answers a
    join time_entries t on t.company_id = a.company_id and t.id = a.time_entry_id where t.id = ${entry}`;
  expect(joined).toEqual({ answer: 'yes' });
});

test('what was said about time that is deleted by now is heard', async () => {
  const entry = await addTime(db.sql, us.employee, hoursAgo(30), hoursAgo(29));
  await as(db.sql, us.manager, async (tx) => {
    await tx`select set_config('chalkline.reason', 'Entered twice', true)`;
    await tx`delete from time_entries where id = ${entry}`;
  });
  await say(us.employee, entry, 'yes');
  expect(await storedFor(entry)).toEqual([{ answer: 'yes' }]);
});

test('orphans of before go with a note in the history, unless they raised an alarm', async () => {
  const folder = new URL('../migrations/', import.meta.url);
  const file = readdirSync(folder).find((name) => name.endsWith('_answers_need_time.sql'));
  const cleanup = /^do \$\$[\s\S]*?^end \$\$;/m.exec(
    readFileSync(new URL(file ?? '', folder), 'utf8'),
  )?.[0];
  const kept = await addTime(db.sql, us.colleague, hoursAgo(5), hoursAgo(4));
  await say(us.colleague, kept, 'no');
  const [quiet, alarm] = [randomUUID(), randomUUID()];
  await db.sql`alter table clock_answers disable trigger require_known_time`;
  for (const [entry, answer] of [
    [quiet, 'no'],
    [alarm, 'yes'],
  ] as const) {
    await db.sql`insert into clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language)
      values (${us.id}, ${injured}, ${entry}, ${us.employee.employeeId}, 'out', 'Were you injured?', '¿Te lastimaste?', ${answer}, 'en')`;
  }
  await db.sql`alter table clock_answers enable trigger require_known_time`;
  await db.sql.unsafe(cleanup ?? '');
  expect(await storedFor(quiet)).toEqual([]);
  expect(await storedFor(alarm)).toHaveLength(1);
  expect(await storedFor(kept)).toHaveLength(1);
  const [note] = await db.sql`select reason, before ->> 'answer' as answer from audit_events
    where entity = 'clock_answers' and action = 'deleted' and before ->> 'time_entry_id' = ${quiet}`;
  expect(note).toMatchObject({ answer: 'no', reason: expect.stringContaining('refused') });
});
