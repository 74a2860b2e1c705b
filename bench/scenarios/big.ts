import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Queryable, Sql } from '../../server/database/sql/sql.ts';
import { CALLS, type Call, type Place } from '../big-calls.ts';
import { generateBigWorld, type WorldSize } from '../big-world.ts';
import { startEnvironment } from '../environment.ts';
import type { Scenario, ScenarioOptions, ScenarioResult } from './scenario.ts';

const LONG = { people: 5_000, smallPeople: 50, companies: 2_000, days: 730 };
/** As long as any call of the API may take. */
const GIVE_UP_MS = 60_000;
const ROUNDS = 5;
/** Slower than this is measured once. */
const SLOW_MS = 300;
/** Below this time in the small company a factor tells nothing. */
const NOISE_MS = 2;
const MAX_FACTOR = 1.5;
const TABLES_SHOWN = 2;

interface Measured {
  readonly ms: number;
  /** Rows read of the tables that most were read of. */
  readonly reads: string;
  readonly failed?: string;
}

/**
 * Every call without arguments, every list and what first screens, sync and the office ask besides, in a company of
 * 5,000 beside one of 50 with the same history; then every job. Each in a transaction that is taken back.
 */
export const big: Scenario<typeof LONG> = {
  name: 'big',
  onlyByName: true,
  settings: { long: LONG, quick: { people: 500, companies: 20, days: 60 } },
  dataDir: (options, settings) => prepare(options, sizeOf(options, settings)),
  async *run({ sql }, options, settings) {
    const { people, smallPeople } = sizeOf(options, settings);
    const one = sql.again({ max: 1, statementTimeoutMs: GIVE_UP_MS });
    const places = [await placeOf(one, 1), await placeOf(one, 2)] as const;
    yield { name: 'call', note: `${smallPeople} | ${people} people, factor, rows read` };
    for (const call of [...CALLS, ...(await foundCalls(one))]) {
      const result = await compare(one, call, places, people / smallPeople);
      if (result) yield result;
    }
    for (const { jobname, command } of await one<{ jobname: string; command: string }[]>`
      select jobname, command from cron.job order by jobname`) {
      const { ms, reads, failed } = await measure(one, 'system', places[0], command);
      yield { name: `job ${jobname}`, note: failed ?? `${ms.toFixed(1)} ms; ${reads}` };
    }
    await one.end();
  },
};

function sizeOf({ people, companies, days }: ScenarioOptions, settings: typeof LONG): WorldSize {
  return {
    ...settings,
    people: people ?? settings.people,
    companies: companies ?? settings.companies,
    days: days ?? settings.days,
  };
}

/** Makes the world, or copies what an earlier run stored. */
async function prepare({ world }: ScenarioOptions, size: WorldSize): Promise<string> {
  const parent = world ?? (await mkdtemp(path.join(tmpdir(), 'chalkline-big-')));
  await mkdir(parent, { recursive: true });
  const stored = path.join(parent, Object.values(size).join('-'));
  if (!existsSync(stored)) {
    const making = `${stored}.making`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making);
    const begun = performance.now();
    const environment = await startEnvironment({}, making);
    try {
      const entries = await generateBigWorld(environment.sql, size);
      // Or stopping takes so long that PostgreSQL is killed.
      await environment.sql`checkpoint`;
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(
        `${entries.toLocaleString('en')} entries and what belongs to them in ${seconds} s`,
      );
    } finally {
      await environment.stop();
      while (existsSync(path.join(making, 'postgres/postmaster.pid'))) await setTimeout(500);
    }
    await rename(making, stored);
  }
  if (world === undefined) return stored;
  const copy = `${stored}.run`;
  await rm(copy, { recursive: true, force: true });
  const begun = performance.now();
  // Owners too: as root the server runs PostgreSQL as somebody else.
  await promisify(execFile)('cp', ['-a', '--reflink=auto', stored, copy]);
  console.log(`restored in ${Math.round((performance.now() - begun) / 1000)} s`);
  return copy;
}

async function placeOf(sql: Sql, number: number): Promise<Place> {
  const [row] = await sql<Place[]>`
    select private.generate_id(${`company ${number}`}) as "companyId", private.generate_id(${`user ${number} 2`}) as "managerId",
      private.generate_id(${`user ${number} 10`}) as "workerId", private.generate_id(${`employee ${number} 10`}) as "workerEmployeeId",
      private.generate_id(${`project ${number} 1`}) as "projectId"`;
  if (!row) throw new Error('there is no such company');
  return row;
}

/** Functions that read and need no argument, and the first page of each table, as manager and as worker. */
async function foundCalls(sql: Sql): Promise<Call[]> {
  const functions = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.pronargs = p.pronargdefaults and p.provolatile = 's'
      and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`;
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_table_privilege('authenticated', c.oid, 'select') order by 1`;
  return (['manager', 'worker'] as const).flatMap((as) => [
    ...functions.map(({ name }) => ({ name, as, sql: () => `select * from public.${name}()` })),
    ...tables.map(({ name }) => ({
      name: `list ${name}`,
      as,
      sql: () => `select * from public.${name} limit 50`,
    })),
  ]);
}

async function compare(
  sql: Sql,
  call: Call,
  places: readonly [Place, Place],
  peopleFactor: number,
): Promise<ScenarioResult | undefined> {
  const [large, small] = [
    await measure(sql, call.as, places[0], call.sql(places[0])),
    await measure(sql, call.as, places[1], call.sql(places[1])),
  ];
  const name = `${call.name}, ${call.as}`;
  const failed = large.failed ?? small.failed;
  // Most of what is found by itself is not for both roles.
  if (failed) return CALLS.includes(call) ? { name, note: failed } : undefined;
  const factor = large.ms / Math.max(small.ms, NOISE_MS);
  const grows = factor > MAX_FACTOR ? ` of ${peopleFactor}` : '';
  return {
    name,
    note: `${small.ms.toFixed(1)} | ${large.ms.toFixed(1)} ms | ${factor.toFixed(2)}${grows} | ${large.reads}`,
  };
}

async function measure(
  sql: Sql,
  as: Call['as'],
  place: Place,
  statement: string,
): Promise<Measured> {
  const times: number[] = [];
  let reads = '';
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const once = await takenBack(sql, async (tx) => {
        const before = await rowsRead(tx);
        await become(tx, as, place);
        const begun = performance.now();
        await tx.unsafe(statement);
        const ms = performance.now() - begun;
        await tx.unsafe('reset role');
        return { ms, reads: mostRead(before, await rowsRead(tx)) };
      });
      times.push(once.ms);
      reads = once.reads;
      if (once.ms > SLOW_MS) break;
    }
  } catch (error) {
    return { ms: 0, reads, failed: `refused: ${(error as Error).message}` };
  }
  // The first one plans and loads.
  const counted = times.length > 1 ? times.slice(1) : times;
  return { ms: counted.sort((a, b) => a - b)[Math.floor(counted.length / 2)] ?? 0, reads };
}

async function become(tx: Queryable, as: Call['as'], place: Place): Promise<void> {
  if (as === 'system') return;
  const sub = as === 'manager' ? place.managerId : place.workerId;
  const claims = JSON.stringify({ role: 'authenticated', aal: 'aal1', sub });
  await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
    set_config('request.headers', '{}', true)`;
}

type RowsRead = ReadonlyMap<string, { readonly seq: number; readonly idx: number }>;

async function rowsRead(tx: Queryable): Promise<RowsRead> {
  const tables = await tx<{ name: string; seq: number; idx: number }[]>`
    select relname as name, coalesce(seq_tup_read, 0)::float8 as seq, coalesce(idx_tup_fetch, 0)::float8 as idx
    from pg_stat_xact_user_tables where coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > 0`;
  return new Map(tables.map(({ name, seq, idx }) => [name, { seq, idx }]));
}

function mostRead(before: RowsRead, after: RowsRead): string {
  return [...after]
    .map(([name, { seq, idx }]) => ({
      name,
      seq: seq - (before.get(name)?.seq ?? 0),
      idx: idx - (before.get(name)?.idx ?? 0),
    }))
    .sort((a, b) => b.seq + b.idx - a.seq - a.idx)
    .slice(0, TABLES_SHOWN)
    .map(({ name, seq, idx }) =>
      seq > idx
        ? `${name} ${seq.toLocaleString('en')} in a row`
        : `${name} ${idx.toLocaleString('en')}`,
    )
    .join(', ');
}

class TakenBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('taken back');
    this.result = result;
  }
}

async function takenBack<T>(sql: Sql, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    await sql.begin(async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
  throw new Error('nothing was taken back');
}
