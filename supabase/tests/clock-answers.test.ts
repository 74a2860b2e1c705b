import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { OfflineStage, ZONE } from './offline-stage.ts';
import { addTime, as, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
let injured: string;

beforeAll(async () => {
  await db.sql`update companies set time_zone = ${ZONE}, late_punch_hours = 120`;
  const [question] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer, opens_incident)
      values ('out', 'Were you injured?', '¿Te lastimaste?', 'yes', true) returning id`,
  );
  injured = question?.['id'];
});

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
