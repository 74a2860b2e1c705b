import { expect, test } from 'vitest';
import { addTime, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

interface Post {
  audience?: object;
  publish_at?: Date;
  expires_at?: Date;
  must_acknowledge?: boolean;
  comments_allowed?: boolean;
  pinned?: boolean;
  kind?: string;
}

async function post(title: string, fields: Post = {}): Promise<string> {
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into bulletins ${tx({ title, ...fields } as never)} returning id`,
  );
  return row?.['id'];
}

const titles = async (who: Person) =>
  (await act(who, (tx) => tx`select title from my_bulletins()`)).map((row) => row['title']);

test('everyone, roles, projects, crews and people are reached, and nobody else', async () => {
  const [site] = await act(
    us.manager,
    (tx) => tx`insert into projects (name) values ('Pier') returning id`,
  );
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Forms', ${us.foreman.employeeId}) returning id`,
  );
  await act(
    us.manager,
    (tx) =>
      tx`insert into crew_members (crew_id, employee_id) values (${crew?.['id']}, ${us.colleague.employeeId})`,
  );
  await addTime(db.sql, us.employee, hoursAgo(30), hoursAgo(26), { project_id: site?.['id'] });
  await post('All', { audience: { everyone: true } });
  await post('Foremen', { audience: { roles: ['foreman'] } });
  await post('Pier', { audience: { projects: [site?.['id']] } });
  await post('Crew', { audience: { crews: [crew?.['id']] } });
  await post('You', { audience: { employees: [us.colleague.employeeId] } });
  expect((await titles(us.employee)).sort()).toEqual(['All', 'Pier']);
  expect((await titles(us.colleague)).sort()).toEqual(['All', 'Crew', 'You']);
  expect((await titles(us.foreman)).sort()).toEqual(['All', 'Crew', 'Foremen']);
  expect(await titles(them.owner)).toEqual([]);
  const seen = await act(us.employee, (tx) => tx`select title from bulletins order by title`);
  expect(seen.map((row) => row['title'])).toEqual(['All', 'Pier']);
  await db.sql`delete from bulletins`;
});

test('before its time and after its end a bulletin is for managers only', async () => {
  await post('Later', { publish_at: hoursAgo(-2) });
  await post('Over', { publish_at: hoursAgo(4), expires_at: hoursAgo(1) });
  await post('Now', { publish_at: hoursAgo(1), expires_at: hoursAgo(-1) });
  expect(await titles(us.employee)).toEqual(['Now']);
  expect(await act(us.employee, (tx) => tx`select from bulletins`)).toHaveLength(1);
  expect(await act(us.manager, (tx) => tx`select from bulletins`)).toHaveLength(3);
  await db.sql`delete from bulletins`;
});

test('an audience must name someone', async () => {
  for (const audience of [{}, { everyone: false }, { moon: [] }]) {
    await expect(post('Nobody', { audience })).rejects.toMatchObject({
      constraint: 'bulletins_audience_known',
    });
  }
});

test('the first acknowledgement stays, with its language; Later is counted', async () => {
  const id = await post('Tie off', { must_acknowledge: true });
  await act(us.employee, (tx) => tx`select postpone_bulletin(${id}, 'es')`);
  await act(us.employee, (tx) => tx`select postpone_bulletin(${id}, 'es')`);
  const [first] = await act(
    us.employee,
    (tx) => tx`select * from acknowledge_bulletin(${id}, 'es')`,
  );
  const [again] = await act(
    us.employee,
    (tx) => tx`select * from acknowledge_bulletin(${id}, 'en')`,
  );
  expect(again).toMatchObject({
    acknowledged_at: first?.['acknowledged_at'],
    language: 'es',
    postponed_count: 2,
  });
  const report = await act(us.manager, (tx) => tx`select * from bulletin_report(${id})`);
  const told = report.filter((row) => row['acknowledged_at'] !== null);
  expect(report).toHaveLength(5);
  expect(told.map((row) => row['employee_id'])).toEqual([us.employee.employeeId]);
  const [counts] = await act(us.owner, (tx) => tx`select * from bulletin_overview()`);
  expect(counts).toMatchObject({ people: '5', reads: '1', acknowledged: '1' });
  await expect(act(us.employee, (tx) => tx`select bulletin_report(${id})`)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(
    act(them.employee, (tx) => tx`select acknowledge_bulletin(${id})`),
  ).rejects.toMatchObject({ hint: 'not_found' });
  await expect(
    act(
      us.employee,
      (tx) => tx`update bulletin_reads set acknowledged_at = null where bulletin_id = ${id}`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await db.sql`select from bulletin_reads where acknowledged_at is null`).toHaveLength(0);
});

test('whoever has not acknowledged is reminded, by mail once an hour, and asked again at the clock', async () => {
  const id = await post('Harness', { must_acknowledge: true });
  await db.sql`update preferences set notify_email_digests = true where user_id = ${us.colleague.userId}`;
  await act(us.employee, (tx) => tx`select acknowledge_bulletin(${id}, 'en')`);
  await act(us.colleague, (tx) => tx`select postpone_bulletin(${id}, 'en')`);
  const [told] = await act(us.manager, (tx) => tx`select remind_of_bulletin(${id}) as people`);
  await act(us.manager, (tx) => tx`select remind_of_bulletin(${id})`);
  expect(told?.['people']).toBe(4);
  const mails = await db.sql`select data from mail.outbox
    where template = 'bulletins' and to_address = ${us.colleague.email}`;
  expect(mails).toHaveLength(1);
  expect(mails[0]?.['data']).toMatchObject({ reminder: true, titles: 'Harness' });
  const [row] =
    await db.sql`select postponed_at, reminded_at from bulletin_reads where bulletin_id = ${id} and employee_id = ${us.colleague.employeeId}`;
  expect(row).toMatchObject({ postponed_at: null, reminded_at: expect.any(Date) });
});

test('comments only where they are allowed, in one’s own name', async () => {
  const open = await post('Barbecue', { comments_allowed: true });
  const shut = await post('Rule');
  const comment = (who: Person, bulletin: string, as_: Person = who) =>
    act(
      who,
      (tx) =>
        tx`insert into bulletin_comments (bulletin_id, employee_id, body) values (${bulletin}, ${as_.employeeId}, 'I bring salad')`,
    );
  await comment(us.employee, open);
  await expect(comment(us.employee, shut)).rejects.toMatchObject({ code: '42501' });
  await expect(comment(us.employee, open, us.colleague)).rejects.toMatchObject({ code: '42501' });
  await expect(comment(them.employee, open)).rejects.toMatchObject({ code: '42501' });
  const read = await act(us.colleague, (tx) => tx`select body from comments_of_bulletin(${open})`);
  expect(read).toEqual([{ body: 'I bring salad' }]);
  expect(await act(them.owner, (tx) => tx`select from comments_of_bulletin(${open})`)).toEqual([]);
  await act(us.colleague, (tx) => tx`delete from bulletin_comments where bulletin_id = ${open}`);
  expect(await db.sql`select from bulletin_comments`).toHaveLength(1);
});

test('attendance of a talk is signed on the foreman’s phone and kept as signed', async () => {
  const talk = await post('Ladders', { kind: 'talk' });
  const rule = await post('No talk');
  const sign = (who: Person, bulletin: string) =>
    act(
      who,
      (
        tx,
      ) => tx`insert into talk_signatures (bulletin_id, employee_id, signed_name, strokes, held_by)
        values (${bulletin}, ${us.employee.employeeId}, 'Elena Torres', '[[[1,2],[3,4]]]', ${us.owner.employeeId}) returning held_by`,
    );
  expect(await sign(us.foreman, talk)).toMatchObject([{ held_by: us.foreman.employeeId }]);
  await expect(sign(us.employee, talk)).rejects.toMatchObject({ code: '42501' });
  await expect(sign(us.foreman, rule)).rejects.toMatchObject({ code: '42501' });
  await expect(
    db.sql`update talk_signatures set signed_name = 'Other' where bulletin_id = ${talk}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  expect(await act(us.employee, (tx) => tx`select from talk_signatures`)).toHaveLength(1);
  expect(await act(us.colleague, (tx) => tx`select from talk_signatures`)).toHaveLength(0);
});

test('files of a bulletin are seen by whom it is for', async () => {
  const id = await post('Plan', { audience: { employees: [us.employee.employeeId] } });
  const name = `${us.id}/${id}/plan.pdf`;
  const put = (who: Person) =>
    act(
      who,
      (tx) => tx`insert into storage.objects (bucket_id, name) values ('bulletins', ${name})`,
    );
  await expect(put(us.employee)).rejects.toMatchObject({ code: '42501' });
  await expect(put(them.manager)).rejects.toMatchObject({ code: '42501' });
  await put(us.manager);
  const sees = async (who: Person) =>
    (await act(who, (tx) => tx`select from storage.objects where name = ${name}`)).length;
  expect(await Promise.all([us.employee, us.colleague, them.owner].map(sees))).toEqual([1, 0, 0]);
});

test('who it is for hears of it at once, and by mail in the afternoon of what is still unread', async () => {
  await db.sql`delete from bulletins`;
  await db.sql`delete from mail.outbox`;
  await db.sql`update preferences set notify_email_digests = true where user_id = ${us.employee.userId}`;
  const at = (time: string) => new Date(`2026-03-10T${time}:00-04:00`);
  for (const title of ['Parking', 'Forklift', 'Read already']) {
    await post(title, { publish_at: at('07:00') });
  }
  const announce = async () =>
    (await db.sql`select private.announce_bulletins(${at('08:00')}) as people`)[0]?.['people'];
  expect(Number(await announce())).toBeGreaterThan(3);
  expect(await announce()).toBe('0');
  const bell = await act(
    us.employee,
    (tx) => tx`select data from notifications where event = 'bulletin'`,
  );
  expect(bell.map(({ data }) => (data as { titles: string }).titles)).toEqual(
    expect.arrayContaining(['Parking', 'Forklift', 'Read already']),
  );
  await act(
    us.employee,
    (tx) => tx`select read_bulletin(id, 'en') from bulletins where title = 'Read already'`,
  );
  const send = (time: string) => db.sql`select private.send_waiting_notifications(${at(time)})`;
  const mails = () => db.sql`select data ->> 'titles' as titles from mail.outbox
    where template = 'bulletins' and to_address = ${us.employee.email}`;
  await send('15:59');
  expect(await mails()).toEqual([]);
  await Promise.all([send('16:00'), send('16:01')]);
  const sent = await mails();
  expect(sent.map(({ titles }) => String(titles).split('\n').sort())).toEqual([
    ['Forklift', 'Parking'],
  ]);
});
