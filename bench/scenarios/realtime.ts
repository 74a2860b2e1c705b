import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { BenchEnvironment } from '../environment.ts';
import { type LoadOptions, loadHttp, type Measurement } from '../load.ts';
import { serverMebibytes } from '../processes.ts';
import type { SocketOrder, SocketReport } from '../realtime-sockets.ts';
import type { Scenario } from './scenario.ts';

const COMPANIES = 20;
const PEOPLE = 100;
const CHANGES_PER_SECOND = 50;
const ROOT = path.join(import.meta.dirname, '../..');

/**
 * 2,000 sockets of 20 companies while 50 rows per second change, each visible to one company, and
 * data requests beside it. Under `direct` stands the same load of data requests without sockets.
 * Sockets ask for the whole table: policies alone decide who hears of what.
 */
export const realtime: Scenario = {
  name: 'realtime',
  async *run(environment, options) {
    await generate(environment.sql);
    const request = {
      url: `${environment.url}/rest/v1/projects?select=id,name,client,status&limit=1`,
      headers: {
        apikey: environment.anonKey,
        authorization: `Bearer ${await environment.tokenFor(await userId(environment.sql, 1, 2))}`,
      },
    };
    await loadHttp(request, { ...options, seconds: 2 });
    const alone = await loadHttp(request, options);
    for (const [name, accounts] of [
      ['one account per company', 1],
      ['an account for every socket', PEOPLE],
    ] as const) {
      const sockets = await openSockets(environment, accounts);
      const writer = startWriter(environment.sql);
      await sleep(2_000);
      await report(sockets);
      await sleep(options.seconds * 1_000);
      const quiet = await report(sockets);
      const beside = await loadHttp(request, options);
      const busy = await report(sockets);
      await writer.stop();
      for (const [line, delays] of [
        [`delivery, ${name}`, quiet],
        [`delivery beside data requests, ${name}`, busy],
      ] as const) {
        const ours = toMeasurement(delays, options);
        const figures = [{ line: `${line}, p95`, value: ours.p95Ms, unit: 'ms', atMost: 250 }];
        yield { name: line, ours, figures };
      }
      yield {
        name: 'data requests',
        ours: beside,
        direct: alone,
        figures: [
          {
            line: `data requests beside realtime, ${name}`,
            value: beside.perSecond / alone.perSecond,
            atLeast: 0.7,
          },
        ],
      };
      const memory = serverMebibytes(environment.serverPid).toFixed(0);
      console.error(`  ${memory} MiB with ${COMPANIES * PEOPLE} sockets`);
      sockets.kill();
      await sleep(1_000);
    }
  },
};

async function generate(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe('set local role platform_owner');
    const generator = readFileSync(path.join(ROOT, 'supabase/seed/generate.sql'), 'utf8');
    await transaction.unsafe(generator);
    await transaction`select private.generate_load(${COMPANIES}, ${PEOPLE}, 1)`;
  });
  await sql`analyze`;
}

async function userId(sql: Sql, company: number, person: number): Promise<string> {
  const [row] = await sql`select private.generate_id(${`user ${company} ${person}`}) as id`;
  return row?.['id'];
}

async function openSockets(environment: BenchEnvironment, accounts: number): Promise<ChildProcess> {
  const sockets: { token: string; topic: string }[] = [];
  for (let company = 1; company <= COMPANIES; company++) {
    const tokens: string[] = [];
    for (let person = 1; person <= accounts; person++) {
      tokens.push(await environment.tokenFor(await userId(environment.sql, company, person)));
    }
    for (let seat = 0; seat < PEOPLE; seat++) {
      const token = tokens[seat % tokens.length] as string;
      sockets.push({ token, topic: `company-${company}` });
    }
  }
  const child = fork(path.join(ROOT, 'bench/realtime-sockets.ts'));
  const joined = new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`sockets ended with ${code}`)));
  });
  const { url, anonKey: apiKey } = environment;
  child.send({ url, apiKey, table: 'projects', sockets } satisfies SocketOrder);
  await joined;
  return child;
}

/**
 * Changes one project after the other, company by company, at an even pace. Does not wait for the
 * disk: how long a flush takes is measured elsewhere, and here it would hide the delivery.
 */
function startWriter(main: Sql): { stop(): Promise<void> } {
  const sql = main.again({ max: 8, settings: { synchronous_commit: 'off' } });
  let running = true;
  const work = async () => {
    const projects = await sql<{ company_id: string; id: string }[]>`
      select distinct on (company_id) company_id, id from public.projects order by company_id, id`;
    const startedAt = performance.now();
    for (let count = 0; running; count++) {
      const dueAt = startedAt + (count * 1_000) / CHANGES_PER_SECOND;
      await sleep(Math.max(0, dueAt - performance.now()));
      const project = projects[count % projects.length];
      if (!project) throw new Error('no projects');
      const mark = `sent:${(performance.timeOrigin + performance.now()).toFixed(3)}`;
      // Not one after the other: a slow write must not slow the pace.
      void sql`
        update public.projects set client = ${mark}
         where company_id = ${project.company_id} and id = ${project.id}`.execute();
    }
  };
  const done = work();
  return {
    async stop() {
      running = false;
      await done;
      await sql.end();
    },
  };
}

function report(sockets: ChildProcess): Promise<SocketReport> {
  return new Promise((resolve) => {
    sockets.once('message', (message) => resolve(message as SocketReport));
    sockets.send('report');
  });
}

function toMeasurement(
  { received, closed, ...delays }: SocketReport,
  { seconds }: LoadOptions,
): Measurement {
  return { perSecond: received / seconds, ...delays, errors: closed };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
