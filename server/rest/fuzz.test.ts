import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { createRestApp, MEMBER, type RestApp } from '../../testing/rest-app.ts';
import { type FuzzRequest, RequestGenerator } from '../../testing/rest-fuzz/generate-request.ts';
import { vocabulary } from '../../testing/rest-fuzz/vocabulary.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import { prepareDatabase } from '../database/prepare-database.ts';

const requests = repeats(10_000, 1_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_115);
const atOnce = 12;

const marker = 'NOT-FOR-YOUR-EYES';
const project = {
  schemas: ['public', 'archive'],
  maxRows: 20,
  extraSearchPath: ['public', 'extensions'],
  redirectUrls: [],
  seedPaths: [],
  raw: {},
};

// Rows, columns and tables that must never appear in an answer all hold the marker.
const secrets = `
  create table public.letters (id integer primary key, visible boolean, body text, secret text);
  alter table public.letters enable row level security;
  create policy "Visible letters are read" on public.letters for select to anon, authenticated using (visible);
  create policy "Letters are written" on public.letters for insert to anon, authenticated with check (visible);
  create policy "Visible letters change" on public.letters for update to anon, authenticated using (visible) with check (visible);
  create policy "Visible letters go" on public.letters for delete to anon, authenticated using (visible);
  revoke select on public.letters from anon, authenticated;
  grant select (id, visible, body) on public.letters to anon, authenticated;
  insert into public.letters select n, n % 2 = 0, case when n % 2 = 0 then 'open' else '${marker}' end, '${marker}' from generate_series(1, 20) n;
  create table public.vault (id integer primary key, body text);
  revoke all on public.vault from anon, authenticated;
  insert into public.vault values (1, '${marker}'), (2, '${marker}');
  insert into public.diaries (id, owner_id, entry, secret) values
    (1, '22222222-2222-4222-8222-222222222222', '${marker}', '${marker}'), (2, '${MEMBER}', 'mine', '${marker}');
  create schema if not exists private;
  create table private.notes (id integer primary key, body text);
  insert into private.notes values (1, '${marker}');`;

let home: TestDatabase;
let server: RestApp;

beforeAll(async () => {
  home = await createTestDatabase({ template: 'template1' });
  const supabaseDir = path.join(import.meta.dirname, '../../contract/rest-project');
  await prepareDatabase(home.sql, { supabaseDir, project, seed: false, report: () => undefined });
  await home.sql.unsafe(secrets);
  server = await createRestApp(home.endpoint, project, atOnce);
});

afterAll(async () => {
  await server.close();
  await home.drop();
});

// PostgreSQL's words for a statement that should never have been written.
const ownMistakes = new Set([
  '42601',
  '42P02',
  '42P18',
  '08P01',
  '26000',
  'XX000',
  '34000',
  '42P05',
]);

/** A search expression has a grammar of its own; a mistake in that is the caller's. */
const isTextSearch = (body: string) => /tsquery|tsvector|no escaped character/.test(body);

function complaint(request: FuzzRequest, status: number, body: string): string | undefined {
  const code = /"code":"([^"]*)"/.exec(body)?.[1] ?? '';
  const wrong =
    status >= 500
      ? `status ${status}`
      : ownMistakes.has(code) && !isTextSearch(body)
        ? `SQLSTATE ${code}`
        : body.includes(marker)
          ? 'a hidden row'
          : undefined;
  return wrong === undefined
    ? undefined
    : `${wrong}: ${request.method} ${request.url} ${JSON.stringify(request.headers)} ${request.body ?? ''} → ${body.slice(0, 300)}`;
}

test(`${requests} generated requests (seed ${seed}) break nothing and show nothing hidden`, async () => {
  const random = new Random(seed);
  const generator = new RequestGenerator(random, vocabulary);
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  let sent = 0;
  const work = async () => {
    while (sent < requests && complaints.length < 20) {
      sent++;
      const request = generator.next();
      const role = random.chance(0.5) ? 'anon' : 'authenticated';
      const response = await server.app.inject({
        method: request.method,
        url: request.url,
        headers: { ...request.headers, 'x-role': role },
        ...(request.body === undefined ? {} : { payload: request.body }),
      });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      const wrong = complaint(request, response.statusCode, response.body);
      if (wrong !== undefined) complaints.push(wrong);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.off('unhandledRejection', onRejection);
  if (process.env['FUZZ_REPORT']) console.warn(Object.fromEntries([...statuses].sort()));
  expect(complaints).toEqual([]);
  expect(rejections).toEqual([]);
  // A fuzz that is only ever refused would prove little.
  const answered = [...statuses].filter(([status]) => status < 300).map(([, count]) => count);
  expect(answered.reduce((sum, count) => sum + count, 0) / sent).toBeGreaterThan(0.15);
}, 1_200_000);
