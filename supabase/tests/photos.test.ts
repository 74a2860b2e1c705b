import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const HASH = 'a'.repeat(64);
const SIZE = 1000;

const { db, us, them, act } = await openCompanies();
beforeEach(async () => {
  await db.sql`delete from storage.objects`;
  await db.sql`update photos set field_report_id = null`;
  await db.sql`delete from photos`;
});

type Who = Person | 'anon' | 'service_role';
interface Photo {
  readonly id: string;
  readonly path: string;
}

/** Announces a photo, as a device does before it sends the file. */
async function announce(who: Person, fields: Record<string, unknown> = {}): Promise<Photo> {
  const row = { id: randomUUID(), project_id: us.project, sha256: HASH, size_bytes: SIZE };
  const [photo] = await act(
    who,
    (tx) => tx`insert into photos ${tx({ ...row, ...fields } as never)} returning id, path`,
  );
  return photo as unknown as Photo;
}

const file = (fields: Record<string, unknown> = {}) => ({
  size: SIZE,
  mimetype: 'image/jpeg',
  eTag: `"${HASH}"`,
  ...fields,
});

const store = (who: Who, path: string, metadata: Record<string, unknown> = file()) =>
  act(
    who,
    (tx) =>
      tx`insert into storage.objects (bucket_id, name, version, metadata) values ('photos', ${path}, ${randomUUID()}, ${tx.json(metadata as never)})`,
  );

async function upload(who: Person, fields: Record<string, unknown> = {}): Promise<Photo> {
  const photo = await announce(who, fields);
  await store(who, photo.path);
  return photo;
}

const seesRow = async (who: Person, { id }: Photo) =>
  (await act(who, (tx) => tx`select from photos where id = ${id}`)).length === 1;
const seesFile = async (who: Who, { path }: Photo, headers = {}) =>
  (
    await act(
      who,
      async (tx) => {
        await tx`select set_config('storage.operation', 'storage.render.image_authenticated', true)`;
        return tx`select from storage.objects where bucket_id = 'photos' and name = ${path}`;
      },
      headers,
    )
  ).length === 1;

async function closedProject(...members: Person[]): Promise<string> {
  const [project] = await db.sql`insert into projects (company_id, name)
    values (${us.id}, ${`Closed ${randomUUID()}`}) returning id`;
  for (const { employeeId } of members) {
    await db.sql`insert into project_members (company_id, project_id, employee_id)
      values (${us.id}, ${project?.['id']}, ${employeeId})`;
  }
  return project?.['id'] as string;
}

test('who sees the project sees row and file, others neither', async () => {
  const project = await closedProject(us.foreman, us.employee);
  const photo = await upload(us.employee, { project_id: project });
  const everyone = [us.employee, us.foreman, us.manager, us.colleague, us.deactivated, them.owner];
  const expected = [true, true, true, false, false, false];
  expect(await Promise.all(everyone.map((who) => seesRow(who, photo)))).toEqual(expected);
  expect(await Promise.all(everyone.map((who) => seesFile(who, photo)))).toEqual(expected);
  expect(await seesFile('anon', photo)).toBe(false);
  await expect(announce(us.colleague, { project_id: project })).rejects.toMatchObject({
    code: '42501',
  });
  await db.sql`delete from project_members where employee_id = ${us.employee.employeeId}`;
  expect(await seesFile(us.employee, photo)).toBe(false);
});

test('private photos are for managers, who alone make them so', async () => {
  const photo = await upload(us.employee, { is_private: true });
  expect(await seesRow(us.colleague, photo)).toBe(true);
  const hide = (who: Person) =>
    act(who, (tx) => tx`update photos set is_private = true where id = ${photo.id} returning id`);
  await hide(us.employee);
  expect(await seesFile(us.colleague, photo)).toBe(true);
  await hide(us.manager);
  const everyone = [us.employee, us.foreman, us.colleague, us.manager, us.owner];
  const expected = [false, false, false, true, true];
  expect(await Promise.all(everyone.map((who) => seesRow(who, photo)))).toEqual(expected);
  expect(await Promise.all(everyone.map((who) => seesFile(who, photo)))).toEqual(expected);
});

test('a file is stored only where a row of its own announced it, once and as announced', async () => {
  const photo = await announce(us.employee);
  const refused = { code: '42501' };
  await expect(store(us.colleague, photo.path)).rejects.toMatchObject(refused);
  await expect(store(us.owner, photo.path)).rejects.toMatchObject(refused);
  await expect(store(them.employee, photo.path)).rejects.toMatchObject(refused);
  await expect(store('anon', photo.path)).rejects.toMatchObject(refused);
  const guessed = `${us.id}/${us.project}/${randomUUID()}.jpg`;
  await expect(store(us.employee, guessed)).rejects.toMatchObject(refused);
  await expect(store(us.employee, photo.path, file({ size: 2 * SIZE }))).rejects.toMatchObject(
    refused,
  );
  await expect(
    store(us.employee, photo.path, file({ mimetype: 'video/mp4' })),
  ).rejects.toMatchObject(refused);
  await expect(
    store(us.employee, photo.path, file({ eTag: `"${'b'.repeat(64)}"` })),
  ).rejects.toMatchObject({ hint: 'photo_damaged' });
  const [waiting] = await db.sql`select uploaded_at from photos where id = ${photo.id}`;
  expect(waiting).toEqual({ uploaded_at: null });

  await store(us.employee, photo.path);
  const [stored] = await db.sql`select uploaded_at from photos where id = ${photo.id}`;
  expect(stored).toEqual({ uploaded_at: expect.any(Date) });
  await expect(store(us.employee, photo.path)).rejects.toMatchObject(refused);
});

test('paths are made of company, project and photo', async () => {
  const id = randomUUID();
  const { path } = await announce(us.employee, { id, media_type: 'video/quicktime' });
  expect(path).toBe(`${us.id}/${us.project}/${id}.mov`);
  for (const wrong of [
    `${them.id}/${us.project}/${randomUUID()}.jpg`,
    `${us.id}/../../x.jpg`,
    `${us.id}/${us.project}/other.jpg`,
  ]) {
    await expect(announce(us.employee, { path: wrong })).rejects.toMatchObject({
      constraint: 'photos_path_form',
    });
  }
});

test('the original, its hash, its times and its place never change, for any role', async () => {
  const photo = await upload(us.employee, { latitude: 42.6, longitude: -73.7 });
  for (const change of [
    { sha256: 'b'.repeat(64) },
    { taken_at: '2020-01-01T00:00:00Z' },
    { latitude: 1, longitude: 1 },
    { path: `${us.id}/${us.project}/${photo.id}.png` },
  ]) {
    for (const who of [us.employee, us.owner, 'service_role'] as const) {
      await expect(
        act(who, (tx) => tx`update photos set ${tx(change as never)} where id = ${photo.id}`),
      ).rejects.toMatchObject({ hint: 'append_only' });
    }
  }
  const replace = (who: Who) =>
    act(
      who,
      (tx) =>
        tx`update storage.objects set version = ${randomUUID()} where name = ${photo.path} returning id`,
    );
  expect(await replace(us.employee)).toHaveLength(0);
  expect(await replace(us.owner)).toHaveLength(0);
  await expect(replace('service_role')).rejects.toMatchObject({ hint: 'append_only' });
  expect(
    await act(
      us.owner,
      (tx) => tx`delete from storage.objects where name = ${photo.path} returning id`,
    ),
  ).toHaveLength(0);
  await act(
    us.employee,
    (tx) =>
      tx`update photos set caption = 'Slab', uploaded_at = null, size_bytes = 5, employee_id = ${us.colleague.employeeId} where id = ${photo.id}`,
  );
  const [row] =
    await db.sql`select caption, uploaded_at, size_bytes, employee_id from photos where id = ${photo.id}`;
  expect(row).toEqual({
    caption: 'Slab',
    uploaded_at: expect.any(Date),
    size_bytes: String(SIZE),
    employee_id: us.employee.employeeId,
  });
});

test('the day is that of the project; a clock ahead of ours counts as now; places follow the company', async () => {
  const [hawaii] = await db.sql`insert into projects (company_id, name, time_zone)
    values (${us.id}, 'Hilo', 'Pacific/Honolulu') returning id`;
  const early = await announce(us.employee, {
    project_id: hawaii?.['id'],
    taken_at: '2026-03-10T08:00:00Z',
    taken_from: 'file',
  });
  const late = await announce(us.employee, {
    taken_at: '2999-01-01T00:00:00Z',
    taken_from: 'file',
  });
  await db.sql`update companies set capture_location = false where id = ${us.id}`;
  const hidden = await announce(us.employee, { latitude: 1, longitude: 1, accuracy_m: 5 });
  await db.sql`update companies set capture_location = true where id = ${us.id}`;
  const read = async ({ id }: Photo) =>
    (
      await db.sql`select taken_on::text, taken_from, latitude, taken_at <= now() as past from photos where id = ${id}`
    )[0];
  expect(await read(early)).toMatchObject({ taken_on: '2026-03-09', taken_from: 'file' });
  expect(await read(late)).toMatchObject({ past: true, taken_from: 'device' });
  expect(await read(hidden)).toMatchObject({ latitude: null });
});

test('people delete and restore their own photos, managers any; nobody else sees them meanwhile', async () => {
  const photo = await upload(us.employee);
  const remove = (who: Who) =>
    act(who, (tx) => tx`select delete_photos(array[${photo.id}]::uuid[]) as count`);
  const restore = (who: Person) =>
    act(who, (tx) => tx`select restore_photos(array[${photo.id}]::uuid[]) as count`);
  await expect(remove(us.colleague)).rejects.toMatchObject({ hint: 'own_photos_only' });
  await expect(remove('anon')).rejects.toMatchObject({ code: '42501' });
  expect(await remove(them.owner)).toEqual([{ count: 0 }]);
  expect(await remove(us.employee)).toEqual([{ count: 1 }]);
  const people = [us.employee, us.colleague, us.manager];
  expect(await Promise.all(people.map((who) => seesFile(who, photo)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await restore(us.employee)).toEqual([{ count: 1 }]);
  expect(await seesFile(us.colleague, photo)).toBe(true);

  await remove(us.manager);
  expect(await db.sql`select private.purge_photos() as count`).toEqual([{ count: 0 }]);
  await db.sql`update photos set deleted_at = now() - interval '31 days' where id = ${photo.id}`;
  expect(await db.sql`select private.purge_photos() as count`).toEqual([{ count: 1 }]);
  expect(await db.sql`select from storage.objects`).toHaveLength(0);
});

test('photos of a locked report cannot be deleted or taken out of it', async () => {
  const photo = await upload(us.employee);
  const [report] =
    await db.sql`insert into field_reports (company_id, project_id, report_date, number, status, locked_at)
    values (${us.id}, ${us.project}, '2026-03-10', 'FR-2026-0001', 'locked', now()) returning id`;
  await db.sql`update photos set field_report_id = ${report?.['id']} where id = ${photo.id}`;
  const locked = { hint: 'photo_locked' };
  await expect(
    act(us.owner, (tx) => tx`select delete_photos(array[${photo.id}]::uuid[])`),
  ).rejects.toMatchObject(locked);
  await expect(
    act(us.owner, (tx) => tx`update photos set field_report_id = null where id = ${photo.id}`),
  ).rejects.toMatchObject(locked);
  await expect(db.sql`delete from photos where id = ${photo.id}`).rejects.toMatchObject(locked);
  const [listed] = await act(us.employee, (tx) => tx`select locked from list_photos()`);
  expect(listed).toEqual({ locked: true });
  await db.sql`alter table photos disable trigger keep_photo`;
  await db.sql`delete from photos`;
  await db.sql`alter table photos enable trigger keep_photo`;
});

test('a photo is linked to time and quantities of its project, and to a report while it is a draft', async () => {
  const photo = await upload(us.employee);
  const link = (who: Person, fields: Record<string, unknown>) =>
    act(
      who,
      (tx) => tx`update photos set ${tx(fields as never)} where id = ${photo.id} returning id`,
    );
  const [quantity] = await act(
    us.employee,
    (tx) =>
      tx`insert into quantities (project_id, cost_code_id, work_date, quantity, photo_id) values (${us.project}, ${us.costCode}, '2026-03-10', 5, ${photo.id}) returning id`,
  );
  const linked = async () =>
    (
      await act(
        us.foreman,
        (tx) => tx`select id from list_photos(${tx.json({ quantity_id: quantity?.['id'] })})`,
      )
    ).length;
  expect(await linked()).toBe(1);
  await link(us.employee, { quantity_id: null });
  expect(await linked()).toBe(0);
  // Arrives after the quantity that names it.
  const late = randomUUID();
  await act(
    us.employee,
    (tx) =>
      tx`insert into quantities (project_id, cost_code_id, work_date, quantity, photo_id) values (${us.project}, ${us.costCode}, '2026-03-10', 2, ${late})`,
  );
  await announce(us.employee, { id: late });
  const [arrived] = await db.sql`select quantity_id from photos where id = ${late}`;
  expect(arrived?.['quantity_id']).not.toBeNull();

  const [elsewhere] =
    await db.sql`insert into projects (company_id, name) values (${us.id}, 'Elsewhere') returning id`;
  const [foreign] =
    await db.sql`insert into quantities (company_id, project_id, cost_code_id, work_date, quantity)
    values (${us.id}, ${elsewhere?.['id']}, ${us.costCode}, '2026-03-10', 1) returning id`;
  const otherProject = { hint: 'photo_other_project' };
  await expect(link(us.employee, { quantity_id: foreign?.['id'] })).rejects.toMatchObject(
    otherProject,
  );
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${us.employee.employeeId}, ${elsewhere?.['id']}, '2026-03-10T14:00Z', '2026-03-10T15:00Z') returning id`;
  await expect(link(us.employee, { time_entry_id: entry?.['id'] })).rejects.toMatchObject(
    otherProject,
  );
  // One that waited for a signal comes without the link rather than not at all.
  const waited = await announce(us.employee, { time_entry_id: entry?.['id'] });
  expect(await db.sql`select time_entry_id from photos where id = ${waited.id}`).toEqual([
    { time_entry_id: null },
  ]);

  const [report] =
    await db.sql`insert into field_reports (company_id, project_id, report_date, number)
    values (${us.id}, ${us.project}, '2026-03-09', 'FR-2026-0101') returning id`;
  const reportId = report?.['id'];
  await link(us.employee, { field_report_id: reportId });
  expect(await link(us.colleague, { field_report_id: null })).toEqual([]);
  expect(await link(them.owner, { field_report_id: null })).toEqual([]);
  await db.sql`update field_reports set status = 'submitted' where id = ${reportId}`;
  const closed = { hint: 'photo_report_closed' };
  await expect(link(us.owner, { field_report_id: null })).rejects.toMatchObject(closed);
  const other = await upload(us.employee);
  await expect(
    act(
      us.owner,
      (tx) => tx`update photos set field_report_id = ${reportId} where id = ${other.id}`,
    ),
  ).rejects.toMatchObject(closed);
  await expect(announce(us.employee, { field_report_id: reportId })).rejects.toMatchObject(closed);
});

test('pages of the gallery: newest first, filtered, none twice and none left out', async () => {
  for (let hour = 0; hour < 7; hour += 1) {
    await upload(hour % 2 ? us.employee : us.colleague, {
      taken_at: `2026-03-10T1${hour}:00:00Z`,
      caption: `Wall ${hour}%`,
      tags: hour === 3 ? ['quality'] : [],
      cost_code_id: hour === 4 ? us.costCode : null,
    });
  }
  await announce(us.employee, { caption: 'still on the phone' });
  const captions: string[] = [];
  let last: { taken_at: Date; id: string } | undefined;
  for (let page = 0; page < 4; page += 1) {
    const rows = await act(
      us.foreman,
      (tx) =>
        tx`select id, taken_at, caption, employee_name from list_photos('{}', ${last?.taken_at ?? null}, ${last?.id ?? null}, 3)`,
    );
    captions.push(...rows.map((row) => row['caption'] as string));
    last = rows.at(-1) as unknown as typeof last;
    if (rows.length < 3) break;
  }
  expect(captions).toEqual([6, 5, 4, 3, 2, 1, 0].map((hour) => `Wall ${hour}%`));
  const found = async (filter: object) =>
    (
      await act(
        us.foreman,
        (tx) => tx`select caption from list_photos(${tx.json(filter as never)})`,
      )
    ).map((row) => row['caption']);
  expect(await found({ tag: 'quality' })).toEqual(['Wall 3%']);
  expect(await found({ search: '06 10' })).toEqual(['Wall 4%']);
  expect(await found({ search: 'wall 5%' })).toEqual(['Wall 5%']);
  expect(await found({ search: 'w%5' })).toEqual([]);
  expect(await found({ employee_id: us.employee.employeeId })).toHaveLength(3);
  expect(await found({ from: '2026-03-11' })).toEqual([]);
  expect(await act(them.owner, (tx) => tx`select from list_photos()`)).toEqual([]);
  const waiting = await act(
    us.manager,
    (tx) => tx`select employee_id, photos from waiting_photos()`,
  );
  expect(waiting).toEqual([{ employee_id: us.employee.employeeId, photos: '1' }]);
});

test('comments belong to photos one sees, in one’s own name', async () => {
  const project = await closedProject(us.employee);
  const photo = await upload(us.employee, { project_id: project });
  const comment = (who: Person, name: Person = who) =>
    act(
      who,
      (tx) =>
        tx`insert into photo_comments (photo_id, employee_id, body) values (${photo.id}, ${name.employeeId}, 'How deep?')`,
    );
  await comment(us.manager);
  await comment(us.employee);
  await expect(comment(us.colleague)).rejects.toMatchObject({ code: '42501' });
  await expect(comment(us.employee, us.manager)).rejects.toMatchObject({ code: '42501' });
  await expect(comment(them.owner)).rejects.toMatchObject({ code: '42501' });
  const read = (who: Person) =>
    act(who, (tx) => tx`select body, employee_name from comments_of_photo(${photo.id})`);
  expect(await read(us.employee)).toEqual([
    { body: 'How deep?', employee_name: 'manager Example' },
    { body: 'How deep?', employee_name: 'employee Example' },
  ]);
  expect(await read(us.colleague)).toEqual([]);
  expect(await read(them.owner)).toEqual([]);
});

test('a link shows its photos as pictures until it ends, is taken back or they are deleted', async () => {
  const shared = await upload(us.employee, { caption: 'Slab', latitude: 42, longitude: -73 });
  const other = await upload(us.employee);
  const foreign = randomUUID();
  const share = (who: Person, expires: Date = new Date(Date.now() + 86_400_000)) =>
    act(
      who,
      (tx) =>
        tx`select * from create_photo_share(array[${shared.id}, ${foreign}]::uuid[], 'For the client', ${expires})`,
    );
  await expect(share(us.foreman)).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(share(us.manager, new Date(0))).rejects.toMatchObject({ hint: 'share_expiry' });
  await expect(share(them.owner)).rejects.toMatchObject({ hint: 'photos_not_found' });
  const [link] = await share(us.manager);
  const token = link?.['token'] as string;
  const open = async (secret: string) =>
    (await act('anon', (tx) => tx`select shared_photos(${secret}) as shown`))[0]?.['shown'];
  const shown = await open(token);
  expect(shown).toMatchObject({ title: 'For the client', photos: [{ caption: 'Slab' }] });
  expect(JSON.stringify(shown)).not.toMatch(/latitude|[:,([]-73|Example/);
  const header = { 'x-share-token': token };
  expect(await seesFile('anon', shared, header)).toBe(true);
  expect(await seesFile(them.owner, shared, header)).toBe(true);
  expect(await seesFile('anon', other, header)).toBe(false);
  expect(await seesFile('anon', shared)).toBe(false);
  expect(await seesFile('anon', shared, { 'x-share-token': 'guess' })).toBe(false);
  const original = await act(
    'anon',
    async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`;
      return tx`select from storage.objects where name = ${shared.path}`;
    },
    header,
  );
  expect(original).toHaveLength(0);
  await open(token);
  const views = () => act(us.manager, (tx) => tx`select views, token_hash from photo_shares`);
  expect(await views()).toMatchObject([{ views: 2 }]);
  expect(JSON.stringify(await views())).not.toContain(token);

  await act(us.employee, (tx) => tx`select delete_photos(array[${shared.id}]::uuid[])`);
  expect(await seesFile('anon', shared, header)).toBe(false);
  expect(await open(token)).toMatchObject({ photos: [] });
  await act(us.employee, (tx) => tx`select restore_photos(array[${shared.id}]::uuid[])`);
  expect(await seesFile('anon', shared, header)).toBe(true);
  await act(them.owner, (tx) => tx`select revoke_photo_share(${link?.['id']})`);
  expect(await seesFile('anon', shared, header)).toBe(true);
  await act(us.owner, (tx) => tx`select revoke_photo_share(${link?.['id']})`);
  expect(await seesFile('anon', shared, header)).toBe(false);
  expect(await open(token)).toBeNull();

  const [short] = await share(us.manager);
  await db.sql`update photo_shares set expires_at = now() - interval '1 second' where id = ${short?.['id']}`;
  expect(await open(short?.['token'])).toBeNull();
  expect(await seesFile('anon', shared, { 'x-share-token': short?.['token'] })).toBe(false);
});

test('a company stores what whoever runs the server allows and no more', async () => {
  const limit = (bytes: number) =>
    db.sql`update companies set storage_limit_bytes = ${bytes} where id = ${us.id} returning id`;
  await limit(2 * SIZE);
  await expect(
    act(us.owner, (tx) => tx`update companies set storage_limit_bytes = 1e15::bigint`),
  ).rejects.toMatchObject({ hint: 'operator_only' });
  await upload(us.employee);
  const left = (who: Who) => act(who, (tx) => tx`select storage_left()::integer as bytes`);
  expect(await left(us.employee)).toEqual([{ bytes: SIZE }]);
  await upload(us.colleague);
  const third = await announce(us.employee);
  await expect(store(us.employee, third.path)).rejects.toMatchObject({ code: '42501' });
  expect(await left(us.employee)).toEqual([{ bytes: 0 }]);
  const bulletinFile = () =>
    act(
      us.manager,
      (tx) => tx`insert into storage.objects (bucket_id, name, metadata)
        values ('bulletins', ${`${us.id}/${randomUUID()}/a.png`}, ${tx.json({ size: SIZE })})`,
    );
  await expect(bulletinFile()).rejects.toMatchObject({ code: '42501' });
  expect(
    await act(
      us.manager,
      (tx) =>
        tx`update companies set storage_limit_bytes = 9999999 where id = ${us.id} returning id`,
    ),
  ).toHaveLength(0);
  const use = (who: Who) => act(who, (tx) => tx`select * from storage_use()`);
  expect(await use(us.manager)).toEqual([
    { bucket: 'photos', project_id: us.project, files: '2', bytes: String(2 * SIZE) },
  ]);
  expect(await use(them.owner)).toEqual([]);
  await expect(use(us.foreman)).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(left('anon')).rejects.toMatchObject({ code: '42501' });
  await limit(21474836480);
  await bulletinFile();
  expect(await use(us.manager)).toContainEqual({
    bucket: 'bulletins',
    project_id: null,
    files: '1',
    bytes: String(SIZE),
  });
  await store(us.employee, third.path);
});

test('a device that cannot hash leaves it to the arrival; after that the hash stays', async () => {
  const photo = await announce(us.employee, { sha256: null });
  await act(
    us.employee,
    (tx) => tx`update photos set sha256 = ${'c'.repeat(64)} where id = ${photo.id}`,
  );
  await store(us.employee, photo.path);
  const [row] = await db.sql`select sha256 from photos where id = ${photo.id}`;
  expect(row).toEqual({ sha256: HASH });
  await expect(
    act(us.employee, (tx) => tx`update photos set sha256 = null where id = ${photo.id}`),
  ).rejects.toMatchObject({ hint: 'append_only' });
});
