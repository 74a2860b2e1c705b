import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildWebApp } from '../../scripts/build-web-app.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { cpuSecondsOf } from '../processes.ts';
import { callAs } from '../rpc.ts';
import { FLAGS, signIn } from '../web/stage.ts';
import type { Scenario, ScenarioResult } from './scenario.ts';

/** `people` with an entry a day for three years; one of them has 750 days of four entries and these photos. */
const LONG = { people: 100, photos: 1500, photoKilobytes: 300 };
const DAYS = 1095;
const HISTORY = path.join(import.meta.dirname, '../long-history.sql');
const AT_ONCE = 4;
/** As long as one packet may take; the run goes on until it is there. */
const WANTED_SECONDS = 60;
const GIVE_UP_MS = 900_000;

interface Ids {
  readonly manager: string;
  readonly worker: string;
  readonly person: string;
  readonly project: string;
  readonly company: string;
  readonly start: string;
  readonly end: string;
}

/**
 * The packet of somebody with three years in a company with 350,000 events: what the database takes for each kind,
 * the complete file with its photos in a real browser, and signing and checking the company's history.
 */
export const packets: Scenario<typeof LONG> = {
  name: 'packets',
  settings: { long: LONG, quick: { people: 30, photos: 300 } },
  async *run(environment, _options, sizes) {
    const ids = await prepare(environment, sizes);
    const kinds: readonly [name: string, as: string, open: string, args: object][] = [
      ['claim', ids.manager, 'claim_packet', { employee_id_param: ids.person }],
      [
        'claim, redacted',
        ids.manager,
        'claim_packet',
        { employee_id_param: ids.person, request_param: { redact: true } },
      ],
      ['my record', ids.worker, 'my_record', {}],
      ['project', ids.manager, 'project_packet', { project_id_param: ids.project }],
    ];
    for (const [name, as, open, args] of kinds) {
      const body = { ...args, start_date_param: ids.start, end_date_param: ids.end };
      yield await parts(environment, { name, as, open, body });
    }
    yield await inBrowser(environment, ids, sizes.photos);
    yield* ledger(environment, ids.company);
  },
};

async function prepare(
  { sql, url, serviceKey }: BenchEnvironment,
  { people, photos, photoKilobytes }: typeof LONG,
): Promise<Ids> {
  await generateLoad(sql, 1, people, DAYS);
  await sql.unsafe(readFileSync(HISTORY, 'utf8'));
  const photo = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    randomBytes(photoKilobytes * 1000),
  ]);
  const sha256 = createHash('sha256').update(photo).digest('hex');
  await sql`select private.generate_long_record(${photos}, ${photo.length}, ${sha256})`;
  await sql`select private.generate_events()`;
  await sql`call private.generate_roots()`;
  await sql`vacuum analyze`;
  await sql`select private.recount_work()`;
  const paths = await sql<{ path: string }[]>`select path from public.photos`;
  const store = async (): Promise<void> => {
    for (let next = paths.pop(); next; next = paths.pop()) {
      const stored = await fetch(`${url}/storage/v1/object/photos/${next.path}`, {
        method: 'POST',
        headers: {
          apikey: serviceKey,
          authorization: `Bearer ${serviceKey}`,
          'content-type': 'image/jpeg',
        },
        body: photo,
      });
      if (!stored.ok) throw new Error(await stored.text());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
  const [ids] = await sql<Ids[]>`
    select private.generate_id('user 1 2') as manager, private.generate_id('user 1 10') as worker,
      private.generate_id('employee 1 10') as person, private.generate_id('project 1 1') as project,
      private.generate_id('company 1') as company, (current_date - ${DAYS}::integer)::text as start, current_date::text as end`;
  if (!ids) throw new Error('nothing was generated');
  return ids;
}

interface Packet {
  readonly name: string;
  readonly as: string;
  readonly open: string;
  readonly body: object;
}

/** Everything the database hands out for one packet, without files. */
async function parts(
  environment: BenchEnvironment,
  { name, as, open, body }: Packet,
): Promise<ScenarioResult> {
  const call = await callAs(environment, as);
  const cpuBefore = cpuSecondsOf(environment.postmasterPid);
  const begun = performance.now();
  const { about, to_come } = (await call(open, body)) as {
    about: { packet_id: string };
    to_come: string[];
  };
  const packet = { packet_id_param: about.packet_id };
  for (const part of to_come) await call('packet_part', { ...packet, name_param: part });
  const pages: number[] = [];
  let events = 0;
  for (let after: number | null = 0; after !== null; ) {
    const began = performance.now();
    const page = (await call('packet_history', { ...packet, after_param: after })) as {
      text: string;
      next: number | null;
    };
    pages.push(performance.now() - began);
    events += page.text.split('\n').length - 1;
    after = page.next;
  }
  await call('packet_roots', packet);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuSecondsOf(environment.postmasterPid) - cpuBefore;
  return {
    name: `${name}: parts and history`,
    note: `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of PostgreSQL's CPU; ${to_come.length} parts, ${events} events in ${pages.length} pages of ${Math.round(Math.max(...pages))} ms at most`,
    figures: [{ line: `${name} of three years: database`, value: cpu, unit: 's CPU', atMost: 30 }],
  };
}

/** By clicks, with every original, until the file is saved; how much of it the page holds meanwhile. */
async function inBrowser(
  { url }: BenchEnvironment,
  { person }: Ids,
  photos: number,
): Promise<ScenarioResult> {
  await buildWebApp((step) => console.error(`  · ${step}`));
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...FLAGS],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const session = await signIn(url, 'bench-1-2@example.com', 'chalkline-bench');
    await context.addInitScript((kept) => localStorage.setItem('chalkline.session', kept), session);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${url}/employees?employee=${person}`);
    await page.getByRole('tab', { name: 'History' }).click();
    // What the dialog proposes: three years, redacted, with originals.
    await page.getByRole('button', { name: 'Claim packet' }).click();
    const dialog = page.getByRole('dialog').last();
    const heap = await watchHeap(page);
    const begun = performance.now();
    const saving = page.waitForEvent('download', { timeout: GIVE_UP_MS });
    await dialog.getByRole('button', { name: 'Make the packet' }).click();
    const file = await (await saving).path();
    const seconds = (performance.now() - begun) / 1000;
    const megabytes = readFileSync(file).length / 1e6;
    const { before, most } = await heap.end();
    return {
      name: `claim packet with ${photos} photos in a browser`,
      note: `${seconds.toFixed(0)} s for ${megabytes.toFixed(0)} MB; the page's heap ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
      figures: [
        {
          line: 'claim packet of three years, redacted, with originals',
          value: seconds,
          unit: 's',
          atMost: WANTED_SECONDS,
        },
        {
          line: 'heap of the page meanwhile against the file',
          value: (most - before) / megabytes,
          atMost: 0.5,
        },
      ],
    };
  } finally {
    await browser.close();
  }
}

/** The most that is still held after a collection, asked every second. */
async function watchHeap(page: Page) {
  const session = await page.context().newCDPSession(page);
  const held = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const before = await held();
  let most = before;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      most = Math.max(most, await held());
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  })();
  return {
    end: async () => {
      ended = true;
      await watching;
      return { before, most };
    },
  };
}

/** A day's root costs what came since the one before, not what there is; the check reads everything once. */
async function* ledger(
  { sql, postmasterPid }: BenchEnvironment,
  company: string,
): AsyncGenerator<ScenarioResult> {
  const timed = async (statement: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await statement();
    return performance.now() - begun;
  };
  // PostgreSQL spreads a bare hash of everything over both cores; the check runs in one.
  const cpuOf = async (statement: () => Promise<unknown>): Promise<number> => {
    const before = cpuSecondsOf(postmasterPid);
    await statement();
    return cpuSecondsOf(postmasterPid) - before;
  };
  const add = (count: number) => sql`
    insert into public.audit_events (company_id, source, action, entity, entity_id, after)
    select ${company}, 'database', 'created', 'cost_codes', gen_random_uuid(), '{"code": "01"}' from generate_series(1, ${count}::integer)`;
  const root = () => sql`select private.make_ledger_root(${company}, 'daily')`;
  await add(1);
  await root();
  await add(1000);
  const day = await timed(root);
  const [events] = await sql<
    { count: number }[]
  >`select count(*)::integer from public.audit_events`;
  const count = events?.count ?? 0;
  const bare = await cpuOf(
    () =>
      sql`select count(private.audit_hash(e)) from public.audit_events e where e.company_id = ${company}`,
  );
  const check = await cpuOf(() => sql`select private.check_ledger(${company})`);
  yield {
    name: `history of ${count} events`,
    note: `a root over 1,000 events ${day.toFixed(0)} ms; the check ${check.toFixed(1)} s of PostgreSQL's CPU, every event's hash alone ${bare.toFixed(1)} s`,
    figures: [
      { line: 'check of a history against hashing its events', value: check / bare, atMost: 3 },
      {
        line: 'root of a day against hashing as many events',
        value: day / ((bare / count) * 1e6),
        atMost: 20,
      },
    ],
  };
}
