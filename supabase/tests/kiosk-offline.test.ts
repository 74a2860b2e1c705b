import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePublicWork } from './classification-stage.ts';
import { type Account, pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { openCompany, type Person } from './world.ts';

const { db, us, act } = await openCompany();

const hash = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();

interface Seal {
  id: string;
  key: string;
}
interface Event {
  id: string;
  employee_id: string;
  kind: string;
  happened_at: string;
  payload: Record<string, string | null>;
}

/** As the tablet does it, written a second time. */
function sealed(seal: Seal, index: number, event: Event, pin: string) {
  let link = Buffer.from(seal.key, 'hex');
  for (let step = 0; step < index; step += 1) link = hash(link, Buffer.of(1));
  const { id, employee_id, kind, happened_at, payload } = event;
  const about = [
    id,
    employee_id,
    kind,
    happened_at,
    payload['project_id'],
    payload['cost_code_id'],
    ...(payload['classification_id'] ? [payload['classification_id']] : []),
  ];
  const pad = hash(link, Buffer.of(2), about.map((part) => part ?? '').join('|'));
  const box = Buffer.from(pin.padEnd(8)).map((byte, place) => byte ^ (pad[place] ?? 0));
  return { id: seal.id, index, box: Buffer.from(box).toString('hex') };
}

interface Extra {
  id: string;
  employee_id: string;
  kind: 'photo' | 'answers';
  event_id: string;
  content: string;
  language: string;
}

/** What was taken with a punch: sealed with another link, and the key a photo is kept with. */
function sealedExtra(seal: Seal, index: number, extra: Extra, pin: string) {
  let link = Buffer.from(seal.key, 'hex');
  for (let step = 0; step < index; step += 1) link = hash(link, Buffer.of(1));
  const { id, employee_id, kind, event_id, content, language } = extra;
  const about = [id, employee_id, kind, event_id, content, language].join('|');
  const pad = hash(link, Buffer.of(2), about);
  const box = Buffer.from(pin.padEnd(8)).map((byte, place) => byte ^ (pad[place] ?? 0));
  return {
    ...extra,
    sealed: { id: seal.id, index, box: Buffer.from(box).toString('hex') },
    key: hash(link, Buffer.of(3), about).toString('hex'),
  };
}

async function stage() {
  const account = await pairedTablet(db.sql, us);
  const person = await workerWithPin(db.sql, us);
  const [kiosk] =
    await db.sql`update kiosks set paired_at = now() - interval '30 days' where user_id = ${account.userId} returning id`;
  const [kit] = await act(account, (tx) => tx`select kiosk_kit(true) as kit`);
  const seal = kit?.['kit'].seal as Seal;
  let used = 0;
  /** A punch on the tablet, so many minutes ago. */
  const punch = (
    kind: string,
    minutes: number,
    pin = '4711',
    who: Person = person,
    more: Event['payload'] = {},
  ) => {
    const id = randomUUID();
    const starts = kind === 'clock_in' || kind === 'switch';
    const event = {
      id,
      device_id: `tablet ${account.userId}`,
      sequence: used + 1,
      employee_id: who.employeeId,
      kind,
      happened_at: new Date(Date.now() - minutes * 60_000).toISOString(),
      offset_ms: 0,
      payload: {
        ...(starts ? { entry_id: id, project_id: us.project } : {}),
        ...more,
      } as Event['payload'],
    };
    used += 1;
    return { ...event, sealed: sealed(seal, used - 1, event, pin) };
  };
  const send = async (events: readonly object[], by: Account = account) =>
    (
      await act(
        by,
        (tx) =>
          tx`select result from kiosk_sync_events(${kiosk?.['id'] as string}, ${tx.json(events as never)})`,
      )
    ).map((row) => row['result']);
  /** A photo or answers with a punch. */
  const extra = (kind: Extra['kind'], event: Event, content = '', pin = '4711') => {
    const { id: event_id, employee_id } = event;
    used += 1;
    const made = { id: randomUUID(), employee_id, kind, event_id, content, language: 'es' };
    return sealedExtra(seal, used - 1, made, pin);
  };
  const sendExtras = async (extras: readonly object[], by: Account = account) => [
    ...(await act(by, (tx) => tx`select * from kiosk_sync_extras(${tx.json(extras as never)})`)),
  ];
  const entries = () =>
    db.sql`select source, clock_out is null as running from time_entries
      where employee_id = ${person.employeeId} order by clock_in`;
  const held = () =>
    db.sql`select kind, problem, reason, status from held_events
      where employee_id = ${person.employeeId} order by sequence`;
  const kioskId = kiosk?.['id'] as string;
  return { account, person, kioskId, seal, punch, send, extra, sendExtras, entries, held };
}

test('a day without a signal arrives as it was, with the right PIN', async () => {
  const { punch, send, entries, person } = await stage();
  const day = [
    punch('clock_in', 480),
    punch('start_break', 240),
    punch('end_break', 210),
    punch('switch', 120),
    punch('clock_out', 10),
  ];
  expect(await send(day)).toEqual(Array(5).fill('applied'));
  const done = { source: 'kiosk', running: false };
  expect(await entries()).toEqual([done, done]);
  const breaks = await db.sql`select from time_entry_breaks
    where employee_id = ${person.employeeId} and ended_at is not null`;
  expect(breaks).toHaveLength(1);
  // A lost answer: everything again, and nothing happens twice.
  expect((await send(day)).every((result) => result !== 'held')).toBe(true);
  expect(await entries()).toHaveLength(2);
});

test('a punch that reached the server before its signal was lost counts once', async () => {
  const { account, person, punch, send, entries } = await stage();
  const late = punch('clock_in', 0);
  await act(
    account,
    (tx) =>
      tx`select kiosk_punch(${person.employeeId}, '4711', 'clock_in', id_param => ${late.id})`,
  );
  expect(await send([late])).toEqual(['repeated']);
  expect(await entries()).toEqual([{ source: 'kiosk', running: true }]);
});

test('a class of public work is sealed with the punch', async () => {
  const work = await makePublicWork(db.sql, us);
  const { punch, send, held, person } = await stage();
  const chosen = { project_id: work.project, classification_id: work.modified['CARP'] as string };
  const events = [
    punch('clock_in', 300, '4711', person, chosen),
    punch('switch', 200, '4711', person, {
      ...chosen,
      classification_id: work.modified['LABO'] as string,
    }),
  ];
  // Somebody at the tablet's storage makes the second a better-paid class.
  const [first, second] = events;
  const changed = { ...second, payload: { ...second?.payload, ...chosen } };
  expect(await send([first as object, changed])).toEqual(['applied', 'held']);
  expect(await held()).toMatchObject([{ kind: 'switch', problem: 'wrong_pin' }]);
  const entries =
    await db.sql`select classification_id from time_entries where employee_id = ${person.employeeId}`;
  expect(entries).toEqual([{ classification_id: chosen.classification_id }]);
});

test('a wrong PIN is held for a manager, counted, and ends nothing of others', async () => {
  const { punch, send, entries, held, person } = await stage();
  const events = [punch('clock_in', 300), punch('clock_out', 60, '9999')];
  expect(await send(events)).toEqual(['applied', 'held']);
  expect(await entries()).toEqual([{ source: 'kiosk', running: true }]);
  expect(await held()).toEqual([
    { kind: 'clock_out', problem: 'wrong_pin', reason: 'The PIN was wrong.', status: 'held' },
  ]);
  // Sending it again is no second try.
  await send(events);
  const [pin] = await db.sql`select failed_attempts from employee_pins
    where employee_id = ${person.employeeId}`;
  expect(pin).toEqual({ failed_attempts: 1 });
  // The manager knows the person and lets it count.
  await act(us.manager, (tx) => tx`select resolve_held_event(${events[1]?.id as string}, 'apply')`);
  expect(await entries()).toEqual([{ source: 'kiosk', running: false }]);
});

test('five wrong PINs lock it on arrival as well; what comes after is held', async () => {
  const { punch, send, held, entries } = await stage();
  const guesses = Array.from({ length: 5 }, (_, n) => punch('clock_in', 60 - n, `900${n}`));
  expect(await send([...guesses, punch('clock_in', 30)])).toEqual(Array(6).fill('held'));
  expect((await held()).map((row) => row['reason'])).toEqual([
    ...Array(4).fill('The PIN was wrong.'),
    'The PIN was locked.',
    'The PIN was locked.',
  ]);
  expect(await entries()).toEqual([]);
});

test('what is changed on the tablet opens no seal and costs no try', async () => {
  const { punch, send, held, person } = await stage();
  const other = await workerWithPin(db.sql, us);
  const event = punch('clock_in', 120);
  const changed = [
    { ...event, id: randomUUID() },
    { ...event, id: randomUUID(), happened_at: new Date(Date.now() - 6e6).toISOString() },
    { ...event, sealed: { ...event.sealed, index: event.sealed.index + 1 } },
  ];
  expect(await send(changed)).toEqual(['held', 'held', 'held']);
  // Another person's name over a PIN that is the same: the seal is about who.
  expect(await send([{ ...event, id: randomUUID(), employee_id: other.employeeId }])).toEqual([
    'held',
  ]);
  expect((await held()).map((row) => row['problem'])).toEqual(Array(3).fill('wrong_pin'));
  const tries = await db.sql`select failed_attempts from employee_pins
    where employee_id in (${person.employeeId}, ${other.employeeId})`;
  expect(tries).toEqual([{ failed_attempts: 0 }, { failed_attempts: 0 }]);
});

test('a revoked tablet sends what it kept: held and visible, and no PIN is tried', async () => {
  const { kioskId, punch, send, held, entries, account } = await stage();
  const kept = [punch('clock_in', 300), punch('clock_out', 60)];
  await act(us.manager, (tx) => tx`select revoke_kiosk(${kioskId})`);
  expect(await send(kept)).toEqual(['held', 'held']);
  expect(await entries()).toEqual([]);
  expect((await held()).map((row) => row['problem'])).toEqual(['kiosk_revoked', 'kiosk_revoked']);
  const items = await act(us.manager, (tx) => tx`select subject_id from verification_items()`);
  // One item for one cause: the clock-in stands for both.
  const shown = items.map((row) => row['subject_id']);
  expect(kept.map(({ id }) => shown.includes(id))).toEqual([true, false]);
  await expect(act(account, (tx) => tx`select kiosk_kit(true)`)).rejects.toMatchObject({
    hint: 'kiosk_not_paired',
  });
  // One decision takes the whole entry along.
  await act(us.manager, (tx) => tx`select resolve_held_event(${kept[0]?.id as string}, 'apply')`);
  expect(await entries()).toEqual([{ source: 'kiosk', running: false }]);
});

test('a wrong clock is held; time typed by hand is no punch', async () => {
  const { punch, send, held } = await stage();
  const early = { ...punch('clock_in', 300), offset_ms: 900_000 };
  const typed = punch('entry', 100);
  expect(await send([early, typed])).toEqual(['held', 'held']);
  expect((await held()).map((row) => row['problem'])).toEqual(['clock_wrong', 'not_allowed']);
});

test('only the tablet itself sends, and nobody reads its seals', async () => {
  const { punch, send, kioskId, entries } = await stage();
  const event = punch('clock_in', 60);
  const other = await pairedTablet(db.sql, us);
  for (const who of [us.owner, us.employee, other]) {
    await expect(send([event], who)).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
  }
  expect(await entries()).toEqual([]);
  for (const who of [us.owner, other]) {
    await expect(
      act(who, (tx) => tx`select from private.kiosk_seals where kiosk_id = ${kioskId}`),
    ).rejects.toMatchObject({ code: '42501' });
  }
});

test('two sendings at once count once', async () => {
  const { punch, send, entries } = await stage();
  const day = [punch('clock_in', 300), punch('clock_out', 60)];
  await Promise.all([send(day), send(day)]);
  expect(await entries()).toEqual([{ source: 'kiosk', running: false }]);
});

async function agree(who: Person, tablet: Account) {
  await db.sql`update companies set kiosk_photos = true where id = ${us.id}`;
  await act(tablet, (tx) => tx`select answer_kiosk_photos(${who.employeeId}, '4711', true, 'en')`);
}
async function question(moment: 'in' | 'out') {
  const [row] = await act(
    us.owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer)
      values (${moment}, 'Injured today?', '¿Te lastimaste hoy?', 'yes') returning id`,
  );
  return row?.['id'] as string;
}
const answersTo = (id: string, answer = 'no') => JSON.stringify([{ question_id: id, answer }]);

test('photos and answers of punches without a signal arrive with them, once', async () => {
  const { account, person, punch, send, extra, sendExtras } = await stage();
  await agree(person, account);
  const asked = await question('out');
  const [kit] = await act(account, (tx) => tx`select kiosk_kit() as kit`);
  expect(kit?.['kit'].photo_people).toContain(person.employeeId);
  expect(kit?.['kit'].questions).toMatchObject([{ id: asked, moment: 'out' }]);

  const day = [punch('clock_in', 300), punch('clock_out', 60)] as const;
  const photo = extra('photo', day[0]);
  const kept = [photo, extra('answers', day[1], answersTo(asked))];
  const refused = { result: 'refused', path: null, key: null };
  // Not before the punch itself.
  expect(await sendExtras(kept)).toMatchObject([refused, refused]);
  await send(day);
  const path = `${us.id}/${person.employeeId}/${photo.id}.jpg`;
  const done = [
    { id: photo.id, result: 'done', path, key: photo.key },
    { id: kept[1]?.id, result: 'done', path: null, key: null },
  ];
  expect(await sendExtras(kept)).toEqual(done);
  // A lost answer: the same again.
  expect(await sendExtras(kept)).toEqual(done);
  expect(
    await db.sql`select moment, taken_at = ${day[0].happened_at} as at_the_punch, time_entry_id is not null as entry
      from kiosk_photos where employee_id = ${person.employeeId}`,
  ).toEqual([{ moment: 'clock_in', at_the_punch: true, entry: true }]);
  expect(
    await db.sql`select answer, language from clock_answers where employee_id = ${person.employeeId}`,
  ).toEqual([{ answer: 'no', language: 'es' }]);
});

test('what was changed on the tablet, has a wrong PIN or another tablet’s name is refused', async () => {
  const { account, person, punch, send, extra, sendExtras, kioskId } = await stage();
  await agree(person, account);
  const asked = await question('in');
  const event = punch('clock_in', 300);
  await send([event]);
  const answer = extra('answers', event, answersTo(asked));
  const other = await pairedTablet(db.sql, us);
  expect(await sendExtras([answer], other)).toMatchObject([{ result: 'refused' }]);
  expect(
    await sendExtras([
      { ...answer, content: answersTo(asked, 'yes') },
      { ...answer, event_id: randomUUID() },
      extra('answers', event, 'no JSON'),
      extra('photo', event, '', '9999'),
    ]),
  ).toMatchObject(Array(4).fill({ result: 'refused', key: null }));
  const [pin] = await db.sql`select failed_attempts from employee_pins
    where employee_id = ${person.employeeId}`;
  expect(pin).toEqual({ failed_attempts: 1 });
  for (const who of [us.owner, us.employee]) {
    await expect(sendExtras([answer], who)).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
  }
  await act(us.manager, (tx) => tx`select revoke_kiosk(${kioskId})`);
  await expect(sendExtras([answer])).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
  expect(
    await db.sql`select from clock_answers where employee_id = ${person.employeeId}`,
  ).toHaveLength(0);
});

test('of a punch that is held they wait, and no PIN is tried; who refuses photos has none', async () => {
  const { person, punch, send, extra, sendExtras } = await stage();
  await db.sql`update companies set kiosk_photos = true where id = ${us.id}`;
  const asked = await question('in');
  const event = punch('clock_in', 300, '9999');
  expect(await send([event])).toEqual(['held']);
  const kept = [extra('answers', event, answersTo(asked)), extra('photo', event)];
  expect(await sendExtras(kept)).toMatchObject(Array(2).fill({ result: 'waiting' }));
  const [pin] = await db.sql`select failed_attempts from employee_pins
    where employee_id = ${person.employeeId}`;
  expect(pin).toEqual({ failed_attempts: 1 });
  await act(us.manager, (tx) => tx`select resolve_held_event(${event.id}, 'apply')`);
  expect(await sendExtras(kept)).toMatchObject([
    { result: 'done' },
    { result: 'done', path: null, key: null },
  ]);
});
