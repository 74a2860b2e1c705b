import { expect, test } from 'vitest';
import { isLong } from '../../testing/test-length.ts';
import { type ClientFunction, readFunctions } from './attempts.ts';
import { openFileStage } from './file-stage.ts';
import { pairedTablet, tablet } from './kiosk-stage.ts';
import { guessed, type Link, makeLinks, openMessage } from './link-stage.ts';
import { LINKS, readPermissions } from './permissions.ts';
import { argumentFor, makeSamples } from './samples.ts';
import { as, openCompanies, signUp, type Who } from './world.ts';

// Who has no account: what each kind of link and a tablet open is what docs/permissions.md says, and nothing else.
// Every function of the catalog is called twice, with the secret and with a guess, and the answers are compared.

const { db, us, them } = await openCompanies();
const { functions: words, buckets } = readPermissions();
const functions = await readFunctions(db.sql);
await makeSamples(db.sql, us);
const kiosk = await pairedTablet(db.sql, us);
const { stored } = await openFileStage(db.sql, us, kiosk.userId);
const photo = stored.get('photos')?.other ?? '';
const links = await makeLinks(db.sql, us, photo);

/** Values that nobody can foresee say nothing about what was opened. */
const withoutChance = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)?/g, 'TIME');

const UNDO = new Error('undo');
/** What a call answers, undone. */
async function answerOf(
  who: Who,
  { name, names, types }: ClientFunction,
  args: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const list = names.map((param, i) => `${param} => $${i + 1}::${types[i]}`).join(', ');
  const values = names.map((param) => args[param]);
  let answer = '';
  await as(
    db.sql,
    who,
    async (tx) => {
      answer = JSON.stringify(await tx.unsafe(`select * from ${name}(${list})`, values as never[]));
      throw UNDO;
    },
    headers,
  ).catch((error: { code?: string; hint?: string }) => {
    if (error !== UNDO) answer = `${error.code} ${error.hint}`;
  });
  return withoutChance(answer);
}

const usual = ({ names, types }: ClientFunction) =>
  Object.fromEntries(
    names.map((name, i) => [
      name,
      argumentFor(name, types[i] as string, us, us.employee.employeeId),
    ]),
  );
const namesOf = (word: string) =>
  [...words].flatMap(([name, who]) => (who === word ? [name] : [])).sort();

async function opensWith(who: Who, link: Link): Promise<string[]> {
  const opened: string[] = [];
  const guess = guessed(link);
  for (const one of functions.filter(({ isOpen }) => isOpen)) {
    const args = usual(one);
    const [right, wrong] = [
      await answerOf(who, one, { ...args, ...link.args }, link.headers),
      await answerOf(who, one, { ...args, ...guess.args }, guess.headers),
    ];
    if (right !== wrong) opened.push(one.name);
  }
  return opened;
}

test.each(LINKS)('%s open the functions of their word and no others', async (kind) => {
  const of = links.get(kind);
  if (!of) throw new Error(`Add a link in supabase/tests/link-stage.ts: ${kind}.`);
  for (const link of of) expect(guessed(link)).not.toMatchObject({ args: link.args });
  for (const who of isLong ? (['anon', them.owner] as const) : (['anon'] as const)) {
    const opened = (await Promise.all(of.map((link) => opensWith(who, link)))).flat();
    expect([...new Set(opened)].sort()).toEqual(namesOf(kind));
  }
});

test('a bulletin opens no file but its own, whatever its attachments name', async () => {
  const names = [...stored.values()].flatMap((files) => Object.values(files) as string[]);
  const [bulletin] = await as(
    db.sql,
    them.manager,
    (tx) => tx`insert into bulletins (title, audience, attachments)
      values ('Files', '{"everyone": true}', ${tx.json(names.map((path) => ({ path })))}) returning id`,
  );
  await as(
    db.sql,
    them.manager,
    (tx) => tx`select set_employee_pin(${them.employee.employeeId}, '2580')`,
  );
  const { code, pass } = await openMessage(db.sql, them, 'bulletin', { id: bulletin?.['id'] });
  expect(pass).toMatch(/^[0-9a-f]{48}$/);
  const seen = await as(
    db.sql,
    'anon',
    async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`;
      return tx`select name from storage.objects`;
    },
    { 'x-message-link': `${code}.${pass}` },
  );
  expect(seen).toEqual([]);
});

const OPERATIONS = [
  '',
  'storage.object.get_authenticated',
  'storage.object.info_authenticated',
  'storage.object.list',
  'storage.object.list_v2',
  'storage.object.sign',
  'storage.object.sign_many',
  'storage.render.image_authenticated',
];

test('links show the files of the buckets that name them, one by one, and a guess shows none', async () => {
  const seen = async (who: Who, { headers }: Link, operation: string) =>
    as(
      db.sql,
      who,
      async (tx) => {
        await tx`select set_config('storage.operation', ${operation}, true)`;
        return tx`select bucket_id, name from storage.objects`;
      },
      headers,
    );
  const photos = Object.values(stored.get('photos') ?? {});
  const documents = Object.values(stored.get('documents') ?? {});
  for (const [kind, of] of links) {
    // A portal shows the photos of its project, any other link the one that it is about.
    const linked =
      kind === 'portal links' ? photos : [photo, stored.get('bulletins')?.other, ...documents];
    for (const who of ['anon', them.owner] as const) {
      const found = new Set<string>();
      for (const link of of)
        for (const operation of OPERATIONS) {
          for (const { bucket_id, name } of await seen(who, link, operation)) {
            found.add(bucket_id);
            expect(linked).toContain(name);
            expect(operation).toMatch(/get_authenticated|render/);
          }
          expect(await seen(who, guessed(link), operation)).toEqual([]);
        }
      const named = [...buckets].flatMap(([bucket, { read }]) =>
        read.includes(kind) ? [bucket] : [],
      );
      // A message is for its person: with an account they open the app.
      if (who === 'anon' || kind !== 'message links')
        expect({ kind, found: [...found].sort() }).toEqual({ kind, found: named.sort() });
    }
  }
});

test('to every function but those for tablets a paired tablet is an account without a company', async () => {
  const unpaired = await tablet(db.sql);
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select set_employee_pin(${us.employee.employeeId}, '2580')`,
  );
  await as(db.sql, us.owner, (tx) => tx`update companies set kiosk_photos = true`);
  await db.sql`insert into site_sign_in_settings (company_id, project_id, at_kiosk) values (${us.id}, ${us.project}, true)
    on conflict (company_id, project_id) do update set at_kiosk = true`;
  const revoked = await pairedTablet(db.sql, us);
  await db.sql`update kiosks set revoked_at = now() where user_id = ${revoked.userId}`;
  const others: readonly Who[] = [
    ...[revoked, await signUp(db.sql), us.employee, us.foreman, us.manager, us.owner],
    ...[us.deactivated, them.owner],
  ];
  const [device] = await db.sql`select id from kiosks where user_id = ${kiosk.userId}`;
  const sent = { pin_param: '2580', kiosk_id_param: device?.['id'] };
  const different: string[] = [];
  for (const one of functions) {
    const args = { ...usual(one), ...sent };
    const asNobody = await answerOf(unpaired, one, args);
    if ((await answerOf(kiosk, one, args)) !== asNobody) different.push(one.name);
    if (words.get(one.name) !== 'kiosks') continue;
    for (const who of others) expect(await answerOf(who, one, args)).toBe(asNobody);
  }
  // Of a paired tablet, another code is refused for another reason.
  expect(different.filter((name) => name !== 'pair_kiosk').sort()).toEqual(namesOf('kiosks'));
});
