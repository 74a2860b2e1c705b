import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAllowed } from './attempts.ts';
import { openFileStage } from './file-stage.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { PERSONAS, type Persona, readPermissions, VERBS, wordsFor } from './permissions.ts';
import { makeSamples } from './samples.ts';
import { askAboutToken, makeCompanyToken, makeToken } from './token-stage.ts';
import { as, openCompanies, type Person, signUp, type Tx, type Who } from './world.ts';

// Files by what docs/permissions.md says of their bucket: every bucket of the catalog, as everyone.

const { db, us, them } = await openCompanies();
const { buckets } = readPermissions();
await makeSamples(db.sql, us);
const kiosk = await pairedTablet(db.sql, us);
const { stored, announce } = await openFileStage(db.sql, us, kiosk.userId);
const unemployed = await signUp(db.sql);
const people: Record<Persona, Who> = {
  ...{ anon: 'anon', unemployed, kiosk, deactivated: us.deactivated },
  ...{ employee: us.employee, foreman: us.foreman, manager: us.manager, owner: us.owner },
  ...{ otherEmployee: them.employee, otherOwner: them.owner },
};

/** What the server says to policies that it does. */
const OPERATIONS = [
  ...new Set(
    globSync('server/storage/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(storage\.(?:object|render)\.\w+)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
];
const DOWNLOAD = 'storage.object.get_authenticated';

const during = (operation: string, story: (tx: Tx) => Promise<number>) => async (tx: Tx) => {
  await tx`select set_config('storage.operation', ${operation}, true), set_config('storage.allow_delete_query', 'true', true)`;
  return story(tx);
};
const read = (bucket: string, name: string, operation = DOWNLOAD) =>
  during(
    operation,
    async (tx) =>
      (await tx`select from storage.objects where bucket_id = ${bucket} and name = ${name}`).length,
  );
const add = (bucket: string, name: string) =>
  during('storage.object.upload', async (tx) => {
    const metadata =
      bucket === 'subcontractor-reports'
        ? { size: 900, mimetype: 'application/pdf' }
        : { size: 10, mimetype: 'image/jpeg' };
    const rows = await tx`insert into storage.objects (bucket_id, name, metadata)
      values (${bucket}, ${name}, ${tx.json(metadata)})`;
    return rows.count;
  });
const change = (bucket: string, name: string) =>
  during('storage.object.upload_update', async (tx) => {
    const rows = await tx`update storage.objects set version = gen_random_uuid()
      where bucket_id = ${bucket} and name = ${name} returning 1`;
    return rows.length;
  });
const remove = (bucket: string, name: string) =>
  during('storage.object.delete', async (tx) => {
    const rows = await tx`delete from storage.objects
      where bucket_id = ${bucket} and name = ${name} returning 1`;
    return rows.length;
  });

/** Whoever may announce a file is whoever may write its row: rows of others are not written for oneself. */
async function addAnnounced(bucket: string, persona: Persona, subject: Person) {
  const caller = people[persona];
  const account = typeof caller === 'string' ? null : caller.userId;
  const isInside = wordsFor(persona, false).includes('company');
  if (bucket !== 'certificate-proofs' || !isInside)
    return add(bucket, (await announce.get(bucket)?.(account, subject)) as string);
  const id = crypto.randomUUID();
  const name = `${us.id}/${subject.employeeId}/${id}.jpg`;
  return async (tx: Tx) => {
    await tx`insert into certificate_proofs (id, employee_id, type_id, path, size_bytes, width, height, sha256)
      select ${id}, ${subject.employeeId}, c.id, ${name}, 10, 800, 600, ${'a'.repeat(64)} from certification_types c limit 1`;
    return add(bucket, name)(tx);
  };
}

/** Beside the words for rows: links, tablets and leavers, each for what is theirs. */
function wordsOf(persona: Persona, kind: string, verb: string): readonly string[] {
  const words = wordsFor(persona, kind === 'own' && persona === 'employee');
  if (persona === 'deactivated' && kind === 'past')
    return [...words, 'self', ...(verb === 'read' ? ['leavers'] : [])];
  if (verb === 'add' && persona === 'kiosk') return [...words, 'kiosks'];
  // Its name is the secret of this one upload.
  if (verb === 'add' && persona === 'anon') return [...words, 'subcontractor links'];
  return words;
}

test('every bucket is on the page, none is public, and no client makes or sees one', async () => {
  const rows = await db.sql`select id, public from storage.buckets order by id`;
  expect([...buckets.keys()].sort()).toEqual(rows.map(({ id }) => id));
  expect(rows.filter((bucket) => bucket['public'])).toEqual([]);
  for (const who of Object.values(people)) {
    expect(
      await isAllowed(db.sql, who, async (tx) => (await tx`select from storage.buckets`).length),
    ).toBe(false);
    expect(
      await isAllowed(
        db.sql,
        who,
        async (tx) => (await tx`insert into storage.buckets (id, name) values ('x', 'x')`).count,
      ),
    ).toBe(false);
  }
});

test.each([...buckets.keys()])('files of %s, as everyone', async (bucket) => {
  const files = stored.get(bucket);
  if (!files) throw new Error(`Add files of ${bucket} in supabase/tests/file-stage.ts.`);
  const found: Record<string, boolean> = {};
  const expected: Record<string, boolean> = {};
  for (const persona of PERSONAS) {
    for (const verb of VERBS) {
      const allowed = buckets.get(bucket)?.[verb] ?? [];
      for (const [kind, name] of Object.entries(files)) {
        if (verb === 'add' && kind === 'past') continue;
        const words = wordsOf(persona, kind, verb);
        const about = `${persona}: ${verb} ${kind}`;
        const attempts = {
          read: () => read(bucket, name),
          add: () => addAnnounced(bucket, persona, kind === 'own' ? us.employee : us.colleague),
          change: () => change(bucket, name),
          delete: () => remove(bucket, name),
        };
        expected[about] = allowed.some((word) => words.includes(word));
        found[about] = await isAllowed(db.sql, people[persona], await attempts[verb]());
      }
    }
  }
  expect(found).toEqual(expected);
});

test('whatever the server does, nobody reads files without the words for it', async () => {
  expect(OPERATIONS.length).toBeGreaterThan(12);
  const wrong: string[] = [];
  for (const persona of PERSONAS) {
    const allowed = new Set(
      [...stored].flatMap(([bucket, files]) =>
        Object.entries(files)
          .filter(([kind]) =>
            buckets.get(bucket)?.read.some((word) => wordsOf(persona, kind, 'read').includes(word)),
          )
          .map(([, name]) => name as string),
      ),
    );
    for (const operation of ['', ...OPERATIONS])
      await as(db.sql, people[persona], async (tx) => {
        await tx`select set_config('storage.operation', ${operation}, true)`;
        for (const { name } of await tx`select name from storage.objects`)
          if (!allowed.has(name)) wrong.push(`${persona}: ${operation} ${name}`);
      });
  }
  expect(wrong).toEqual([]);
});

test('no file goes into another bucket, and none into the folder of somebody else', async () => {
  const own = stored.get('avatars')?.own ?? '';
  for (const bucket of buckets.keys()) {
    if (bucket === 'avatars') continue;
    const moved = async (tx: Tx) =>
      (
        await tx`update storage.objects set bucket_id = ${bucket} where bucket_id = 'avatars' and name = ${own} returning 1`
      ).length;
    expect(`${bucket} ${await isAllowed(db.sql, us.employee, moved)}`).toBe(`${bucket} false`);
  }
  const given = async (tx: Tx) =>
    (
      await tx`update storage.objects set name = ${`${us.colleague.userId}/x.png`} where bucket_id = 'avatars' and name = ${own} returning 1`
    ).length;
  expect(await isAllowed(db.sql, us.employee, given)).toBe(false);
});

test('tokens reach the buckets of their scopes alone, never more than their person', async () => {
  const names = (await db.sql`select unnest(private.scope_names()) as name`).map(
    ({ name }) => name as string,
  );
  const scopes = await db.sql<{ name: string; reads: string; writes: string }[]>`
    select name, reads, writes from private.api_scopes() where kind = 'bucket'`;
  const callers: { given: readonly string[]; caller: Who; hasPerson: boolean }[] = [];
  const claimsOf = async (token: string) => JSON.parse((await askAboutToken(db.sql, token)).claims);
  for (const scope of names) {
    const { token } = await makeToken(db.sql, us.owner, [scope]);
    const given = [scope, scope.replace(':write', ':read')];
    callers.push({
      given,
      caller: { userId: us.owner.userId, role: 'api_token', claims: await claimsOf(token) },
      hasPerson: true,
    });
  }
  const { token } = await makeCompanyToken(db.sql, us.owner, 'owner', names);
  callers.push({
    given: names,
    caller: { userId: '', role: 'api_token', claims: await claimsOf(token) },
    hasPerson: false,
  });
  const wrong: string[] = [];
  for (const { given, caller, hasPerson } of callers) {
    for (const [bucket, { other }] of stored) {
      const scope = scopes.find(({ name }) => name === bucket);
      const words = wordsFor('owner', false);
      for (const verb of VERBS) {
        const isNeeded = (verb === 'read' ? scope?.reads : scope?.writes)?.split(' ') ?? [];
        const mayPeople = buckets.get(bucket)?.[verb].some((word) => words.includes(word));
        const expected =
          mayPeople === true &&
          isNeeded.some((name) => given.includes(name)) &&
          (verb !== 'add' || hasPerson);
        const attempts = {
          read: () => read(bucket, other),
          add: async () =>
            add(bucket, (await announce.get(bucket)?.(us.owner.userId, us.colleague)) as string),
          change: () => change(bucket, other),
          delete: () => remove(bucket, other),
        };
        const found = await isAllowed(db.sql, caller, await attempts[verb]());
        if (found !== expected) wrong.push(`${given[0]} ${verb} ${bucket}: ${found}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
