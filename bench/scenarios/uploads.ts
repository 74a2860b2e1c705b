import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { serverMebibytes } from '../processes.ts';
import type { Scenario } from './scenario.ts';

const PHOTOS = 200;
const AT_ONCE = 3;
/** A JPEG's first bytes; the rest is noise, as a photo nearly is. */
const PHOTO = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(400_000)]);

/** 200 photos of 400 kB, row and file, three at a time, against writing as many files. */
export const uploads: Scenario = {
  name: 'uploads',
  async *run(environment) {
    const { sql, serverPid } = environment;
    await generateLoad(sql, 1, 10, 10);
    const send = await sender(environment);
    await send();
    const before = serverMebibytes(serverPid);
    const begun = performance.now();
    let left = PHOTOS;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await send();
      }),
    );
    const ours = PHOTOS / ((performance.now() - begun) / 1000);
    const files = PHOTOS / (await writeFiles());
    const [stored] = await sql<{ count: number }[]>`
      select count(*)::integer from storage.objects where bucket_id = 'photos'`;
    yield {
      name: `${PHOTOS} photos of 400 kB`,
      note: `${ours.toFixed(0)}/s, files written ${files.toFixed(0)}/s, ratio ${(ours / files).toFixed(2)}; ${stored?.count} stored, ${(serverMebibytes(serverPid) - before).toFixed(0)} MiB more memory`,
    };
  },
};

async function sender({ sql, url, anonKey, tokenFor }: BenchEnvironment) {
  const [ids] = await sql<{ userId: string; companyId: string; projectId: string }[]>`
    select private.generate_id('user 1 2') as "userId", private.generate_id('company 1') as "companyId",
      private.generate_id('project 1 1') as "projectId"`;
  if (!ids) throw new Error('nothing was generated');
  const headers = { apikey: anonKey, authorization: `Bearer ${await tokenFor(ids.userId)}` };
  const sha256 = createHash('sha256').update(PHOTO).digest('hex');
  return async (): Promise<void> => {
    const id = randomUUID();
    const file = `${ids.companyId}/${ids.projectId}/${id}.jpg`;
    const row = {
      id,
      project_id: ids.projectId,
      path: file,
      sha256,
      media_type: 'image/jpeg',
      size_bytes: PHOTO.length,
      taken_at: new Date().toISOString(),
    };
    await accepted(
      fetch(`${url}/rest/v1/photos`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(row),
      }),
    );
    await accepted(
      fetch(`${url}/storage/v1/object/photos/${file}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/jpeg' },
        body: PHOTO,
      }),
    );
  };
}

async function accepted(request: Promise<Response>): Promise<void> {
  const answer = await request;
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
}

/** Seconds to write as many files of the same bytes. */
async function writeFiles(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chalkline-bench-files-'));
  const begun = performance.now();
  for (let file = 0; file < PHOTOS; file++) await writeFile(path.join(folder, String(file)), PHOTO);
  const seconds = (performance.now() - begun) / 1000;
  await rm(folder, { recursive: true });
  return seconds;
}
