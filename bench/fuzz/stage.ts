import { randomBytes } from 'node:crypto';
import { ChallengeAnswers } from '../../server/tls/acme/challenge-answers.ts';
import { startFakeNominatim } from '../../testing/fake-geocoders.ts';
import { startFakeWeather } from '../../testing/fake-weather.ts';
import type { Vocabulary } from '../../testing/rest-fuzz/generate-request.ts';
import { type Caller, makeCallers } from './callers.ts';
import { Findings } from './findings.ts';
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts';
import { type FuzzCompany, makeFuzzCompany } from './make-companies.ts';
import { readIds, readVocabulary } from './read-vocabulary.ts';
import type { RouteMaterial } from './route-requests.ts';
import type { Held } from './server-process.ts';
import type { SocketVocabulary } from './sockets.ts';

export interface HeldAtRest extends Held {
  /** Of the server, to PostgreSQL. */
  readonly connections: number;
}

/** A server with two companies, everybody who asks it for something, and what nobody may get. */
export interface FuzzStage {
  readonly server: FuzzedServer;
  readonly callers: readonly Caller[];
  readonly words: Vocabulary;
  readonly wordsWithLinks: Vocabulary;
  readonly material: RouteMaterial;
  readonly socketVocabulary: SocketVocabulary;
  readonly findings: Findings;
  /** Secrets that no answer holds, whoever asks. */
  readonly neverShown: readonly (readonly [name: string, text: string])[];
  /** An address that an answer named, for requests to come. */
  remember(url: string): void;
  /** What the server holds once everything is answered. */
  atRest(): Promise<HeldAtRest>;
  stop(): Promise<void>;
}

const MAX_SEEN = 200;
const REST_POLL_MS = 500;
const REST_POLLS = 120;

export async function openStage(): Promise<FuzzStage> {
  const findings = new Findings();
  const secrets = new Map<string, string>();
  const [metricsToken, gatewaySecret, challenge] = [makeSecret(), makeSecret(), makeSecret()];
  const [geocoder, weather] = await Promise.all([startFakeNominatim(), startFakeWeather()]);
  const server = await startFuzzedServer(
    {
      ...{ LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1', API_TOKEN_LIMIT: '1000000' },
      ...{ METRICS_TOKEN: metricsToken, DATABASE_POOL: '24' },
      ...{ GEOCODER_URL: geocoder.url, GEOCODER_KIND: 'nominatim', WEATHER_URL: weather.url },
      // Nobody takes texts there; what a gateway reports is believed all the same.
      ...{ SMS_URL: 'http://127.0.0.1:9/', SMS_CALLBACK_SECRET: gatewaySecret },
    },
    async (sql) => ({
      us: await makeFuzzCompany(sql, 'First Builders'),
      them: await makeFuzzCompany(sql, 'Second Builders'),
    }),
    (line) => {
      for (const [name, secret] of secrets) {
        if (line.includes(secret)) findings.add(`the log shows ${name}`, line.slice(0, 1_000));
      }
      if (line.includes('$argon2id$')) findings.add('the log shows a hash', line.slice(0, 1_000));
    },
  );
  const { sql, secrets: stored } = server;
  const { us, them } = server.filled;
  await new ChallengeAnswers(sql).add([
    { token: challenge, name: 'fuzz.example.com', keyAuthorization: `${challenge}.thumbprint` },
  ]);
  const callers = await makeCallers(server, us, them);
  const passwords = [
    `${randomBytes(9).toString('hex')} level`,
    `${randomBytes(9).toString('hex')}!`,
  ];
  const accounts = await makeAccounts(server, passwords);
  const objects = await uploadFiles(server, [us, them]);
  const ids = await readIds(sql, [us, them]);
  const [words, wordsWithLinks] = await Promise.all([
    readVocabulary(sql, ids, []),
    readVocabulary(sql, ids, us.links),
  ]);
  const hidden: [string, string][] = [
    ['the secret key', stored.keys.secretKey],
    ['the link secret', stored.keys.linkSecret],
    ['the password of the database', stored.databasePassword],
    ['a hash of a password', '$argon2id$'],
    ['the token of /metrics', metricsToken],
    ['the secret of the text gateway', gatewaySecret],
    ...stored.keys.signingKeys.map((key): [string, string] => ['a signing key', String(key.d)]),
    ...them.secrets.map((secret): [string, string] => ['a secret of the other company', secret]),
  ];
  const logged: [string, string][] = [
    ...hidden,
    ...us.secrets.map((secret): [string, string] => ['a link or token', secret]),
    ...passwords.map((password): [string, string] => ['a password', password]),
    ...callers.map((caller): [string, string] => ['an access token', caller.accessToken ?? '']),
    ['a row of the first company', us.canary],
    ['a row of the second company', them.canary],
  ];
  for (const [name, secret] of logged) if (secret) secrets.set(`${name} ${secrets.size}`, secret);
  const seen: string[] = [];
  const allIds = [...ids.values()].flat();
  return {
    ...{ server, callers, words, wordsWithLinks, findings, neverShown: hidden },
    material: {
      ...{ passwords, objects, seen, gatewaySecret, tokens: [...us.links, challenge] },
      // An operator deletes accounts: not of those who have more to ask.
      ids: [...accounts.map(({ id }) => id), ...allIds.slice(0, 60), 'x', ''],
      emails: [
        ...accounts.map(({ email }) => email),
        us.employee.email,
        them.owner.email,
        'nobody@example.com',
        'x',
      ],
      buckets: (await sql<{ id: string }[]>`select id from storage.buckets`).map(({ id }) => id),
    },
    socketVocabulary: {
      tables: Object.keys(words.tables),
      columns: ['id', 'company_id', 'employee_id', 'notes', 'name', 'nope'],
      ids: [us.id, them.id, us.project, us.employee.employeeId],
    },
    remember(url) {
      if (seen.length >= MAX_SEEN) seen.shift();
      seen.push(url);
    },
    atRest: () => atRest(server),
    async stop() {
      await server.stop();
      await Promise.all([geocoder.close(), weather.close()]);
    },
  };
}

const makeSecret = (): string => randomBytes(24).toString('hex');

/** Accounts that sign in with a password. */
async function makeAccounts(
  { url, secrets }: FuzzedServer,
  passwords: readonly string[],
): Promise<{ id: string; email: string }[]> {
  const made = [];
  for (const [index, password] of passwords.entries()) {
    const email = `person-${index}@fuzz.example`;
    const answer = await fetch(`${url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: { ...operator(secrets.keys.secretKey), 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, email_confirm: true }),
    });
    made.push({ email, id: ((await answer.json()) as { id: string }).id });
  }
  return made;
}

/** A file of each company in each bucket, and names of files that are none. */
async function uploadFiles(
  { url, sql, secrets }: FuzzedServer,
  companies: readonly FuzzCompany[],
): Promise<string[]> {
  const buckets = await sql<{ id: string }[]>`select id from storage.buckets`;
  const names: string[] = ['x', 'a/b/c.png', '../x', '.emptyFolderPlaceholder'];
  for (const { id, canary, project, employee } of companies) {
    for (const [index, bucket] of buckets.entries()) {
      const folder = index % 2 === 0 ? project : employee.employeeId;
      const name = `${id}/${folder}/${crypto.randomUUID()}.pdf`;
      const body = `%PDF-1.4 ${canary}`;
      const headers = { ...operator(secrets.keys.secretKey), 'content-type': 'application/pdf' };
      const path = `${url}/storage/v1/object/${bucket.id}/${name}`;
      await fetch(path, { method: 'POST', headers, body });
      names.push(name, `${id}/${folder}/${crypto.randomUUID()}.png`);
    }
  }
  return names;
}

const operator = (key: string) => ({ apikey: key, authorization: `Bearer ${key}` });

/** Polled until two looks in a row find the same. */
async function atRest(server: FuzzedServer): Promise<HeldAtRest> {
  const look = async () => {
    const [row] = await server.sql<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`;
    return { ...(await server.measure()), connections: row?.connections ?? 0 };
  };
  let before = await look();
  for (let round = 0; round < REST_POLLS; round++) {
    await new Promise((resolve) => setTimeout(resolve, REST_POLL_MS));
    const now = await look();
    const keys = ['handles', 'openFiles', 'connections'] as const;
    if (keys.every((key) => now[key] === before[key])) return now;
    before = now;
  }
  return before;
}
