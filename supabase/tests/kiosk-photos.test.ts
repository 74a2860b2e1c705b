import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Account, pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

beforeAll(async () => {
  await db.sql`update companies set kiosk_photos = true where id = ${us.id}`;
});

const clockIn = async (kiosk: Account, who: Person) =>
  (
    await act(
      kiosk,
      (tx) => tx`select entry_id from kiosk_punch(${who.employeeId}, '4711', 'clock_in')`,
    )
  )[0]?.['entry_id'] as string;

const answer = async (kiosk: Account, who: Person, agreed: boolean, pin = '4711') =>
  (
    await act(
      kiosk,
      (tx) => tx`select answer_kiosk_photos(${who.employeeId}, ${pin}, ${agreed}, 'es') as result`,
    )
  )[0]?.['result'];

const announce = async (
  kiosk: Account,
  who: Person,
  entry: string,
  { pin = '4711', id = randomUUID() as string } = {},
) =>
  (
    await act(
      kiosk,
      (tx) =>
        tx`select * from add_kiosk_photo(${who.employeeId}, ${pin}, ${entry}, 'clock_in', ${id})`,
    )
  )[0];

/** As the file server writes it, with the rights of who sent it. */
const store = (who: Account, path: string) =>
  act(
    who,
    (tx) => tx`insert into storage.objects (bucket_id, name, metadata)
      values ('kiosk-photos', ${path}, ${tx.json({ eTag: `"${'a'.repeat(64)}"`, size: 900 })})`,
  );

const seen = (who: Account, path: string) =>
  act(who, (tx) => tx`select from storage.objects where name = ${path}`);

async function takenPhoto() {
  const kiosk = await pairedTablet(db.sql, us);
  const person = await workerWithPin(db.sql, us);
  const entry = await clockIn(kiosk, person);
  await answer(kiosk, person, true);
  const path = (await announce(kiosk, person, entry))?.['path'] as string;
  await store(kiosk, path);
  const [photo] = await db.sql`select * from kiosk_photos where path = ${path}`;
  return { kiosk, person, entry, path, id: photo?.['id'] as string, photo };
}

test('asked once, in the language of the person; refusing keeps nobody from the clock', async () => {
  const kiosk = await pairedTablet(db.sql, us);
  const person = await workerWithPin(db.sql, us);
  const state = async () =>
    (await act(kiosk, (tx) => tx`select kiosk_person(${person.employeeId}, '4711') as p`))[0]?.['p']
      .photo;
  expect(await state()).toBe('ask');
  expect(await answer(kiosk, person, true, '9999')).toBe('wrong_pin');
  expect(await state()).toBe('ask');
  expect(await answer(kiosk, person, false)).toBe('ok');
  expect(await state()).toBe('no');
  const entry = await clockIn(kiosk, person);
  expect(entry).toBeTruthy();
  expect(await announce(kiosk, person, entry)).toEqual({ result: 'not_wanted', path: null });
  const [kept] = await act(
    us.manager,
    (tx) =>
      tx`select agreed, language from photo_consents where employee_id = ${person.employeeId}`,
  );
  expect(kept).toEqual({ agreed: false, language: 'es' });
  // A change of mind is kept in the history.
  await answer(kiosk, person, true);
  expect(await state()).toBe('yes');
  const history = await db.sql`select from audit_events
    where entity = 'photo_consents' and employee_id = ${person.employeeId}`;
  expect(history).toHaveLength(2);
});

test('a photo belongs to its punch and is for managers alone', async () => {
  const { kiosk, person, entry, path, photo } = await takenPhoto();
  expect(photo).toMatchObject({
    employee_id: person.employeeId,
    time_entry_id: entry,
    moment: 'clock_in',
    review: null,
  });
  expect(photo?.['uploaded_at']).not.toBeNull();
  for (const who of [us.manager, us.owner]) expect(await seen(who, path)).toHaveLength(1);
  for (const who of [person, us.employee, us.foreman, them.owner, kiosk]) {
    expect(await seen(who, path)).toHaveLength(0);
    expect(await act(who, (tx) => tx`select from kiosk_photos`)).toHaveLength(0);
  }
});

test('nothing is stored but what was announced, once, by that tablet', async () => {
  const { kiosk, person, entry, path } = await takenPhoto();
  await expect(store(kiosk, path)).rejects.toMatchObject({ code: '42501' });
  await expect(
    store(kiosk, `${us.id}/${person.employeeId}/${randomUUID()}.jpg`),
  ).rejects.toMatchObject({ code: '42501' });
  const next = (await announce(kiosk, person, entry))?.['path'] as string;
  const other = await pairedTablet(db.sql, us);
  for (const who of [other, person, us.owner, them.owner]) {
    await expect(store(who, next)).rejects.toMatchObject({ code: '42501' });
  }
  await db.sql`update kiosks set revoked_at = now() where user_id = ${kiosk.userId}`;
  await expect(store(kiosk, next)).rejects.toMatchObject({ code: '42501' });
});

test('announcing needs the PIN, an entry of that person and the switch of the owner', async () => {
  const { kiosk, person, entry } = await takenPhoto();
  const { entry: foreign } = await takenPhoto();
  expect(await announce(kiosk, person, entry, { pin: '9999' })).toMatchObject({
    result: 'wrong_pin',
    path: null,
  });
  expect(await announce(kiosk, person, foreign)).toMatchObject({ path: null });
  const id = randomUUID();
  const first = await announce(kiosk, person, entry, { id });
  expect(await announce(kiosk, person, entry, { id })).toEqual(first);
  await db.sql`update companies set kiosk_photos = false where id = ${us.id}`;
  expect(await announce(kiosk, person, entry)).toMatchObject({ result: 'not_wanted' });
  await db.sql`update companies set kiosk_photos = true where id = ${us.id}`;
  await expect(announce(us.owner, person, entry)).rejects.toMatchObject({
    hint: 'kiosk_not_paired',
  });
});

test('only managers say who it is; another person becomes an item to verify', async () => {
  const { id, person, entry } = await takenPhoto();
  const review = async (who: Account, isThem: boolean) =>
    (
      await act(who, (tx) => tx`select review_kiosk_photos(array[${id}]::uuid[], ${isThem}) as n`)
    )[0]?.['n'];
  const item = async (status: string) =>
    (await act(us.manager, (tx) => tx`select * from verification_items(${status})`)).find(
      (row) => row['subject_id'] === id,
    );
  for (const who of [person, us.foreman]) {
    await expect(review(who, true)).rejects.toMatchObject({ code: '42501' });
  }
  expect(await review(them.owner, false)).toBe(0);
  expect(await review(us.manager, false)).toBe(1);
  expect(await item('open')).toMatchObject({
    kind: 'kiosk_photo',
    employee_id: person.employeeId,
    detail: { entry_id: entry, moment: 'clock_in' },
  });
  expect(await review(us.owner, true)).toBe(1);
  expect(await item('open')).toBeUndefined();
  expect(await item('resolved')).toMatchObject({ kind: 'kiosk_photo' });
  expect(await review(us.manager, false)).toBe(1);
  expect(await item('open')).toBeDefined();
});

test('what nobody has looked at is one of the open items, for managers, while photos are on', async () => {
  const count = async (who: Person) =>
    (await act(who, (tx) => tx`select verification_count() as open`))[0]?.['open'];
  await db.sql`update kiosk_photos set review = 'them', reviewed_at = now() where review is null`;
  const before = await count(us.manager);
  const [{ id }, other] = [await takenPhoto(), await takenPhoto()];
  expect(await count(us.manager)).toBe(before + 1);
  expect(await count(us.employee)).toBe(0);
  expect(await count(them.owner)).toBe(0);
  await db.sql`update companies set kiosk_photos = false where id = ${us.id}`;
  expect(await count(us.manager)).toBe(before);
  await db.sql`update companies set kiosk_photos = true where id = ${us.id}`;
  await act(us.manager, (tx) => tx`select review_kiosk_photos(array[${id}]::uuid[], true)`);
  expect(await count(us.manager)).toBe(before + 1);
  await act(us.manager, (tx) => tx`select review_kiosk_photos(array[${other.id}]::uuid[], true)`);
  expect(await count(us.manager)).toBe(before);
});

test('photos go after 60 days, those of another person after a year', async () => {
  const purge = () => db.sql`select private.purge_kiosk_photos()`;
  const left = async (id: string) =>
    (await db.sql`select from kiosk_photos where id = ${id}`).length === 1;
  const old = await takenPhoto();
  const other = await takenPhoto();
  await act(us.manager, (tx) => tx`select review_kiosk_photos(array[${other.id}]::uuid[], false)`);
  await db.sql`update kiosk_photos set taken_at = now() - interval '61 days'
    where id in (${old.id}, ${other.id})`;
  await purge();
  expect([await left(old.id), await left(other.id)]).toEqual([false, true]);
  expect(await db.sql`select from storage.objects where name = ${old.path}`).toHaveLength(0);
  await db.sql`update kiosk_photos set taken_at = now() - interval '366 days' where id = ${other.id}`;
  await purge();
  expect(await left(other.id)).toBe(false);
});
