import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { fetchRelease, parseRelease } from './fetch-release.ts';
import { UpdateChecks } from './update-checks.ts';

let database: TestDatabase;
let server: Server;
let url: string;
let answer: RequestListener;
let asked: IncomingMessage[];

const json = (value: unknown): RequestListener => {
  return (_request, response) => response.end(JSON.stringify(value));
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`delete from supabase_migrations.update_checks`;
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('both shapes of an answer are read', () => {
  expect(
    parseRelease('{"version":"0.3.0","notes_url":"https://example.com/notes","security":true}'),
  ).toEqual({ version: '0.3.0', notesUrl: 'https://example.com/notes', security: true });
  expect(parseRelease('{"tag_name":"v0.3.1","html_url":"https://example.com/v0.3.1"}')).toEqual({
    version: '0.3.1',
    notesUrl: 'https://example.com/v0.3.1',
    security: false,
  });
});

test('an answer that is no release is refused, a link that is none left out', () => {
  expect(() => parseRelease('<html>')).toThrow('no JSON object');
  expect(() => parseRelease('null')).toThrow('no JSON object');
  expect(() => parseRelease('{"version":3}')).toThrow('names no version');
  expect(() => parseRelease('{"version":"newest"}')).toThrow('names no version');
  const withScript = '{"version":"1.0.0","notes_url":"javascript:alert(1)"}';
  expect(parseRelease(withScript).notesUrl).toBeNull();
});

test('the request says nothing about who asks', async () => {
  answer = json({ version: '0.3.0' });
  await fetchRelease(url.replace('//', '//me:se%40cret@'));
  const { authorization, host: _host, ...headers } = asked[0]?.headers ?? {};
  expect(authorization).toBe(`Basic ${Buffer.from('me:se@cret').toString('base64')}`);
  expect(headers['user-agent']).toBe('Chalkline');
  expect(JSON.stringify(headers)).not.toMatch(/\d+\.\d+\.\d+|cookie|referer/);
});

test('an endless answer, an error and silence are given up', async () => {
  answer = (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };
  await expect(fetchRelease(url)).rejects.toThrow('too long');
  answer = (_request, response) => response.writeHead(404).end();
  await expect(fetchRelease(url)).rejects.toThrow('answered 404');
  answer = () => undefined;
  await expect(fetchRelease(url, 100)).rejects.toThrow('in time');
  await expect(fetchRelease('http://127.0.0.1:1/')).rejects.toThrow('could not be reached');
});

test('several servers ask once a day together', async () => {
  answer = json({ version: '0.3.0', security: true });
  const checks = () => new UpdateChecks(database.sql, url);
  const asking = await Promise.all([checks(), checks(), checks()].map((one) => one.runIfDue()));
  expect(asking.filter(Boolean)).toHaveLength(1);
  expect(asked).toHaveLength(1);
  expect(await checks().read()).toMatchObject({
    release: { version: '0.3.0', notesUrl: null, security: true },
    problem: null,
  });
  await database.sql`update supabase_migrations.update_checks set next_at = now()`;
  expect(await checks().runIfDue()).toBe(true);
  const [row] = await database.sql`
    select next_at > now() + interval '23 hours' as tomorrow from supabase_migrations.update_checks`;
  expect(row?.['tomorrow']).toBe(true);
});

test('a failed attempt is stored beside the last answer and repeated sooner', async () => {
  const checks = new UpdateChecks(database.sql, url);
  answer = json({ version: '0.3.0' });
  await checks.run();
  answer = (_request, response) => response.writeHead(500).end();
  const { release, problem } = await checks.run();
  expect(release?.version).toBe('0.3.0');
  expect(problem).toBe('the address answered 500');
  const [row] = await database.sql`
    select next_at < now() + interval '7 hours' as soon from supabase_migrations.update_checks`;
  expect(row?.['soon']).toBe(true);
});

test('the answer of another address does not count', async () => {
  answer = json({ version: '0.3.0' });
  await new UpdateChecks(database.sql, url).run();
  const other = new UpdateChecks(database.sql, `${url}?other`);
  expect(await other.read()).toMatchObject({ release: null });
  expect(await other.runIfDue()).toBe(true);
});
