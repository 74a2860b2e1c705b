import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Upload } from 'tus-js-client';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type BreakingLine, breakingLine } from '../testing/breaking-line.ts';
import { adminClient, newClient, newEmail, PASSWORD } from './auth-support.ts';
import { PNG } from './storage-fixture.ts';

interface Person {
  readonly id: string;
  readonly client: SupabaseClient;
}
interface Photo {
  readonly id: string;
  readonly path: string;
}

const admin = adminClient();
const PHOTOS = 10;
const PHOTO_BYTES = 300 * 1024;
const PIECE = 64 * 1024;
/** More than a piece, so that every photo gets on; less than a photo, so that none arrives whole. */
const BREAK_AFTER_BYTES = 150 * 1024;
let owner: Person;
let worker: Person;
let stranger: Person;
let company: string;
let project: string;

beforeAll(async () => {
  [owner, worker, stranger] = await Promise.all([signUp(), signUp(), signUp()]);
  company = await foundCompany(owner);
  await foundCompany(stranger);
  const hired = await admin
    .from('employees')
    .insert({ company_id: company, user_id: worker.id, first_name: 'Luis', last_name: 'Ortega' });
  expect(hired.error).toBeNull();
  const made = await owner.client.from('projects').insert({ name: 'Harborview' }).select('id');
  project = made.data?.[0]?.id;
});

describe('the file of a photo', () => {
  test('is stored by who announced it and read by who sees the row', async () => {
    const photo = await announce(worker, PNG, 'image/png');
    const options = { contentType: 'image/png' };
    const put = (who: Person) => files(who).upload(photo.path, PNG, options);
    expect((await put(owner)).error?.statusCode).toBe('403');
    expect((await put(stranger)).error?.statusCode).toBe('403');
    const elsewhere = `${company}/${project}/${randomUUID()}.png`;
    expect((await files(worker).upload(elsewhere, PNG, options)).error?.statusCode).toBe('403');
    expect((await put(worker)).error).toBeNull();
    const again = await files(worker).upload(photo.path, PNG, { ...options, upsert: true });
    expect(again.error?.statusCode).toBe('403');
    expect((await files(worker).move(photo.path, elsewhere)).error).not.toBeNull();
    expect((await files(owner).remove([photo.path])).data).toEqual([]);

    expect((await files(owner).download(photo.path)).error).toBeNull();
    expect((await files(owner).list(`${company}/${project}`)).data).toHaveLength(1);
    for (const other of [stranger.client, newClient()]) {
      const bucket = other.storage.from('photos');
      expect((await bucket.download(photo.path)).error).not.toBeNull();
      expect((await bucket.createSignedUrl(photo.path, 60)).error).not.toBeNull();
      expect((await bucket.list(`${company}/${project}`)).data ?? []).toEqual([]);
    }
  });

  test('that is not the announced one does not arrive', async () => {
    const photo = await announce(worker, PNG, 'image/png');
    const other = Buffer.from(PNG);
    other[other.length - 1] = 0;
    const { error } = await files(worker).upload(photo.path, other, { contentType: 'image/png' });
    expect(error).not.toBeNull();
    expect(await uploadedAt(photo)).toBeNull();
    await files(worker).upload(photo.path, PNG, { contentType: 'image/png' });
    expect(await uploadedAt(photo)).not.toBeNull();
  });

  test('goes away from people with its row, and old links with the file', async () => {
    const photo = await announce(worker, PNG, 'image/png');
    await files(worker).upload(photo.path, PNG, { contentType: 'image/png' });
    const link = (await files(worker).createSignedUrl(photo.path, 600)).data?.signedUrl ?? '';
    expect((await fetch(link)).status).toBe(200);
    await owner.client.rpc('delete_photos', { photo_ids_param: [photo.id] });
    expect((await files(worker).download(photo.path)).error).not.toBeNull();
    expect((await files(worker).createSignedUrl(photo.path, 60)).error).not.toBeNull();
    // As the nightly job does after 30 days.
    await admin.storage.from('photos').remove([photo.path]);
    expect((await fetch(link)).ok).toBe(false);
  });

  test('is reached by a signed link for an hour, and only while its maker may see it', async () => {
    const photo = await announce(worker, PNG, 'image/png');
    await files(worker).upload(photo.path, PNG, { contentType: 'image/png' });
    const sign = (seconds: number) => files(worker).createSignedUrl(photo.path, seconds);
    const many = (seconds: number) => files(worker).createSignedUrls([photo.path], seconds);
    for (const seconds of [3601, 315_360_000]) {
      expect((await sign(seconds)).error?.message).toBe('expiresIn must be at most 3600 seconds');
      expect((await many(seconds)).error).not.toBeNull();
    }
    const link = (await sign(3600)).data?.signedUrl ?? '';
    const picture = await files(worker).createSignedUrl(photo.path, 60, {
      transform: { width: 1 },
    });
    const status = async () =>
      Promise.all(
        [link, picture.data?.signedUrl ?? ''].map(async (url) => (await fetch(url)).status),
      );
    expect(await status()).toEqual([200, 200]);
    const change = (fields: object) =>
      admin.from('photos').update(fields).eq('company_id', company).eq('id', photo.id);
    expect((await change({ is_private: true })).error).toBeNull();
    expect(await status()).toEqual([400, 400]);
    await change({ is_private: false });
    expect(await status()).toEqual([200, 200]);
    const employ = (active: boolean) =>
      admin.from('employees').update({ active }).eq('user_id', worker.id);
    await employ(false);
    expect(await status()).toEqual([400, 400]);
    await employ(true);
    await owner.client.rpc('delete_photos', { photo_ids_param: [photo.id] });
    expect(await status()).toEqual([400, 400]);
  });

  test('leaves the links it was shared by when it is made private', async () => {
    const shown = await announce(worker, PNG, 'image/png');
    const hidden = await announce(worker, PNG, 'image/png');
    for (const { path } of [shown, hidden]) {
      await files(worker).upload(path, PNG, { contentType: 'image/png' });
    }
    const share = () =>
      owner.client
        .rpc('create_photo_share', {
          photo_ids_param: [shown.id, hidden.id],
          title_param: 'Client',
          expires_at_param: new Date(Date.now() + 3_600_000).toISOString(),
        })
        .single<{ id: string; token: string }>();
    const token = (await share()).data?.token ?? '';
    const visitor = visitorWith(token);
    const listed = async () =>
      (await visitor.rpc('shared_photos', { token_param: token })).data.photos.length;
    const picture = async ({ path }: Photo) =>
      (await visitor.storage.from('photos').download(path, { transform: { width: 1 } })).error ===
      null;
    expect([await listed(), await picture(shown), await picture(hidden)]).toEqual([2, true, true]);
    await owner.client.from('photos').update({ is_private: true }).eq('id', hidden.id);
    expect([await listed(), await picture(shown), await picture(hidden)]).toEqual([1, true, false]);
    expect((await share()).error).toMatchObject({ hint: 'photos_private' });
  });

  test('is shown by a link as a picture only, until it is taken back', async () => {
    const photo = await announce(worker, PNG, 'image/png');
    await files(worker).upload(photo.path, PNG, { contentType: 'image/png' });
    const { data: share } = await owner.client
      .rpc('create_photo_share', {
        photo_ids_param: [photo.id],
        title_param: 'Client',
        expires_at_param: new Date(Date.now() + 3_600_000).toISOString(),
      })
      .single<{ id: string; token: string }>();
    const visitor = visitorWith(share?.token ?? '');
    const shown = await visitor.rpc('shared_photos', { token_param: share?.token });
    expect(shown.data.photos).toMatchObject([{ id: photo.id }]);
    const bucket = visitor.storage.from('photos');
    const picture = () => bucket.download(photo.path, { transform: { width: 1 } });
    expect((await picture()).error).toBeNull();
    expect((await bucket.download(photo.path)).error).not.toBeNull();
    expect((await bucket.createSignedUrl(photo.path, 60)).error).not.toBeNull();
    expect(
      (
        await visitorWith('guess')
          .storage.from('photos')
          .download(photo.path, { transform: { width: 1 } })
      ).error,
    ).not.toBeNull();
    await owner.client.rpc('revoke_photo_share', { share_id_param: share?.id });
    expect((await picture()).error).not.toBeNull();
  });
});

test('many photos over a line that breaks: none is lost and none is there twice', async ({
  skip,
}) => {
  skip(!inject('api').url.startsWith('http:'), 'the line is cut below TLS');
  const line = await breakingLine(inject('api').url, { afterBytes: BREAK_AFTER_BYTES });
  const sent = new Map<string, string>();
  try {
    for (let index = 0; index < PHOTOS; index += 1) {
      const content = Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
        randomBytes(PHOTO_BYTES),
      ]);
      const photo = await announce(worker, content, 'image/jpeg');
      // The answer to the first insert was lost: the row is written again.
      expect((await insertRow(worker, photo, content, 'image/jpeg')).error?.code).toBe('23505');
      await sendOver(line, content, photo);
      // The last answer was lost: sent once more, it is refused and nothing changes.
      await expect(send(inject('api').url, content, photo, null)).rejects.toThrow(/40[39]/);
      sent.set(photo.path, sha256(content));
    }
  } finally {
    line.close();
  }
  expect(line.breaks()).toBeGreaterThan(PHOTOS);
  const stored = (await files(owner).list(`${company}/${project}`, { limit: 1000 })).data ?? [];
  const hashes = new Map(
    stored.map(({ name, metadata }) => [`${company}/${project}/${name}`, metadata?.['eTag']]),
  );
  for (const [path, hash] of sent) expect(hashes.get(path)).toBe(`"${hash}"`);
  const listed = await owner.client.rpc('list_photos', { limit_param: 500 });
  const arrived = listed.data.filter(({ path }: Photo) => sent.has(path));
  expect(arrived).toHaveLength(PHOTOS);
});

function files({ client }: Person) {
  return client.storage.from('photos');
}

function visitorWith(token: string): SupabaseClient {
  const { url, anonKey } = inject('api');
  return createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: token },
    global: { headers: { 'x-share-token': token } },
  });
}

const insertRow = ({ client }: Person, { id, path }: Photo, content: Buffer, type: string) =>
  client.from('photos').insert({
    id,
    path,
    project_id: project,
    media_type: type,
    sha256: sha256(content),
    size_bytes: content.length,
  });

async function announce(who: Person, content: Buffer, type: string): Promise<Photo> {
  const id = randomUUID();
  const extension = type === 'image/png' ? 'png' : 'jpg';
  const photo = { id, path: `${company}/${project}/${id}.${extension}` };
  expect((await insertRow(who, photo, content, type)).error).toBeNull();
  return photo;
}

async function uploadedAt({ id }: Photo): Promise<string | null> {
  const { data } = await admin.from('photos').select('uploaded_at').eq('id', id).single();
  return data?.uploaded_at;
}

/** One try; goes on at `uploadUrl` where an earlier one stopped. Answers where the next would go on. */
async function send(url: string, content: Buffer, { path }: Photo, uploadUrl: string | null) {
  const { session } = (await worker.client.auth.getSession()).data;
  return new Promise<void>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      uploadUrl,
      retryDelays: [],
      chunkSize: PIECE,
      headers: { authorization: `Bearer ${session?.access_token}` },
      metadata: { bucketName: 'photos', objectName: path, contentType: 'image/jpeg' },
      onSuccess: () => resolve(),
      onError: (error) => reject(Object.assign(error, { uploadUrl: upload.url ?? uploadUrl })),
    });
    upload.start();
  });
}

/** As a phone does it: again and again from where it stopped, until the server has it. */
async function sendOver(line: BreakingLine, content: Buffer, photo: Photo): Promise<void> {
  let uploadUrl: string | null = null;
  while (!(await uploadedAt(photo))) {
    const trying: Promise<unknown> = send(line.url, content, photo, uploadUrl);
    const failed = (await trying.catch((error) => error)) as
      | { uploadUrl: string | null }
      | undefined;
    uploadUrl = failed?.uploadUrl ?? uploadUrl;
  }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function signUp(): Promise<Person> {
  const email = newEmail(`photos-${randomUUID().slice(0, 4)}`);
  const account = { email, password: PASSWORD, email_confirm: true };
  expect((await admin.auth.admin.createUser(account)).error).toBeNull();
  const client = newClient();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { id: data.user?.id ?? '', client };
}

async function foundCompany({ client }: Person): Promise<string> {
  const { data, error } = await client.rpc('create_company', {
    name_param: 'Photo Builders',
    time_zone_param: 'America/Denver',
  });
  expect(error).toBeNull();
  return (Array.isArray(data) ? data[0] : data).company_id;
}
