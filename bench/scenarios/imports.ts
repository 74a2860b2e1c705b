import { randomUUID } from 'node:crypto';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { cpuSecondsOf } from '../processes.ts';
import { callAs } from '../rpc.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const PEOPLE = 100;
/** The file has the time of the first of them. */
const IN_FILE = 90;
/** `beside`: entries imported while people clock in. */
const LONG = { sizes: [10_000, 50_000], beside: 2_000 };
/** As the application sends them. */
const PART = 200;
const DAY = 86_400_000;
/** Plain inserts go where neither the file nor those of another size have anything. */
const EARLIER = 2_000 * DAY;

type Call = Awaited<ReturnType<typeof callAs>>;

/**
 * A file of time entries, checked, imported and undone in parts, against the same entries added as plain
 * multi-row inserts by the same manager. CPU of PostgreSQL, so that what runs beside it counts less.
 */
export const imports: Scenario<typeof LONG> = {
  name: 'imports',
  settings: { long: LONG, quick: { sizes: [4_000], beside: 1_000 } },
  async *run(environment, _options, { sizes, beside }) {
    const stage = await prepare(environment);
    for (const [index, size] of sizes.entries()) {
      const rows = fileOf(size);
      const plain = await cost(environment, size, () =>
        insertPlainly(environment, stage, rows, (index + 1) * EARLIER),
      );
      const name = `${size} entries`;
      yield { name: `${name} as plain inserts`, note: words(plain) };
      const checked = await cost(environment, size, () => send(stage.manage, rows, null));
      yield { name: `${name} checked`, note: words(checked, plain) };
      const importId = randomUUID();
      const imported = await cost(environment, size, () => send(stage.manage, rows, importId));
      yield { name: `${name} imported`, note: words(imported, plain) };
      const undone = await cost(environment, size, () => undo(stage.manage, importId, size));
      yield { name: `${name} undone`, note: words(undone, plain) };
      const different = await environment.sql`select from private.work_totals_differences()`;
      yield {
        name: 'totals against entries',
        note: `${different.length} differences`,
        figures: [{ line: `${name}: totals that differ`, value: different.length, atMost: 0 }],
      };
    }
    const rows = fileOf(beside);
    for (const note of await tapDuring(stage, () => send(stage.manage, rows, randomUUID()))) {
      yield { name: 'clock-ins during an import', note };
    }
  },
};

interface Stage {
  readonly managerId: string;
  readonly manage: Call;
  /** Who waits for whom: a stranger for nobody, the same person for one part. */
  readonly clocks: readonly { whose: string; call: Call; projectId: string }[];
  readonly people: readonly string[];
  readonly projects: readonly string[];
  readonly codes: readonly string[];
}

async function prepare(environment: BenchEnvironment): Promise<Stage> {
  const { sql } = environment;
  await generateLoad(sql, 2, PEOPLE, 1);
  const [made] = await sql`
    select private.generate_id('user 1 2') as manager, private.generate_id('user 1 50') as listed,
      private.generate_id('user 1 95') as colleague, private.generate_id('user 2 10') as stranger, private.generate_id('project 2 1') as elsewhere,
      array(select private.generate_id('employee 1 ' || n) from generate_series(1, ${PEOPLE}::int) n) as people,
      array(select private.generate_id('project 1 ' || n) from generate_series(1, 20) n) as projects,
      array(select private.generate_id('code 1 ' || n) from generate_series(1, 40) n) as codes`;
  if (!made) throw new Error('nothing was generated');
  return {
    managerId: made['manager'],
    manage: await callAs(environment, made['manager']),
    clocks: [
      {
        whose: 'somebody in the file',
        call: await callAs(environment, made['listed']),
        projectId: made['projects'][0],
      },
      {
        whose: 'a colleague',
        call: await callAs(environment, made['colleague']),
        projectId: made['projects'][0],
      },
      {
        whose: 'another company',
        call: await callAs(environment, made['stranger']),
        projectId: made['elsewhere'],
      },
    ],
    people: made['people'],
    projects: made['projects'],
    codes: made['codes'],
  };
}

interface FileRow {
  readonly person: number;
  readonly project: number;
  readonly code: number;
  readonly date: string;
  readonly withBreak: boolean;
}

/** One entry a day of each person in it, every fourth with a break. */
function fileOf(size: number): FileRow[] {
  return Array.from({ length: size }, (_, index) => {
    const [person, day] = [index % IN_FILE, Math.floor(index / IN_FILE)];
    return {
      person,
      project: (person + Math.floor(day / 5)) % 20,
      code: (person * 3 + day) % 40,
      date: new Date(Date.UTC(2024, 0, 1) + day * DAY).toISOString().slice(0, 10),
      withBreak: (person + day) % 4 === 0,
    };
  });
}

const partsOf = (rows: readonly FileRow[]) =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) => ({
    first: part * PART,
    rows: rows.slice(part * PART, (part + 1) * PART),
  }));

/** As a file says it: names and numbers, times on the wall. */
async function send(call: Call, file: readonly FileRow[], importId: string | null) {
  for (const { first, rows } of partsOf(file)) {
    const answers = (await call('import_rows', {
      list_param: 'time_entries',
      rows_param: rows.map(({ person, project, code, date, withBreak }) => ({
        employee_number: String(person + 1),
        project: `Site ${project + 1}`,
        cost_code: `${String(code + 1).padStart(2, '0')} 00 00`,
        clock_in: `${date}T07:00:00`,
        clock_out: `${date}T15:30:00`,
        notes: 'As planned',
        ...(withBreak ? { break_minutes: '30' } : {}),
      })),
      dry_run_param: importId === null,
      first_row_param: first + 1,
      ...(importId === null ? {} : { import_id_param: importId }),
    })) as { result: string; message: string | null }[];
    const odd = answers.find(({ result }) => result !== 'new');
    if (odd) throw new Error(`a row came out as ${odd.result} ${odd.message}`);
  }
}

async function undo(call: Call, importId: string, size: number) {
  for (let left = size; left > 0; left -= PART) {
    const answers = (await call('undo_import', {
      import_id_param: importId,
      limit_param: PART,
    })) as { result: string }[];
    if (answers.some(({ result }) => result !== 'removed')) throw new Error('a row was not undone');
  }
}

/** The same entries years earlier, with everything looked up already. */
async function insertPlainly(
  { sql }: BenchEnvironment,
  stage: Stage,
  file: readonly FileRow[],
  earlier: number,
) {
  const claims = JSON.stringify({ role: 'authenticated', sub: stage.managerId });
  const wanted = (rows: readonly FileRow[]) =>
    rows.map(({ person, project, code, date, withBreak }) => ({
      id: randomUUID(),
      person: stage.people[person],
      project: stage.projects[project],
      code: stage.codes[code],
      starts: new Date(Date.parse(`${date}T12:00:00Z`) - earlier).toISOString(),
      with_break: withBreak,
    }));
  for (const { rows } of partsOf(file)) {
    await sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      const given = tx.json(wanted(rows) as never);
      await tx`insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, notes)
        select id, person, starts, starts + interval '510 minutes', project, code, 'As planned'
        from jsonb_to_recordset(${given}) as r (id uuid, person uuid, starts timestamptz, project uuid, code uuid)`;
      await tx`insert into public.time_entry_breaks (time_entry_id, started_at, ended_at, kind, paid)
        select id, starts + interval '240 minutes', starts + interval '270 minutes', 'meal', false
        from jsonb_to_recordset(${given}) as r (id uuid, starts timestamptz, with_break boolean) where with_break`;
    });
  }
}

/** In and out all the time, as one person of each kind, while something runs. */
async function tapDuring({ clocks }: Stage, work: () => Promise<void>): Promise<string[]> {
  let on = true;
  const taps = clocks.map(async ({ whose, call, projectId }) => {
    const times = new Times();
    while (on) {
      await times.time(() => call('clock_in', { project_id_param: projectId }));
      await call('clock_out', {});
    }
    const { perSecond, p50Ms, p95Ms, p99Ms } = times.summary(1);
    const [p50, p95, p99] = [p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(1));
    return `${perSecond} of ${whose}: ${p50}/${p95}/${p99} ms`;
  });
  await work();
  on = false;
  return Promise.all(taps);
}

interface Cost {
  readonly seconds: number;
  /** Milliseconds of PostgreSQL's processor for each entry. */
  readonly each: number;
}

async function cost(
  { postmasterPid }: BenchEnvironment,
  size: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = cpuSecondsOf(postmasterPid);
  const begun = performance.now();
  await work();
  return {
    seconds: (performance.now() - begun) / 1000,
    each: ((cpuSecondsOf(postmasterPid) - before) * 1000) / size,
  };
}

function words({ seconds, each }: Cost, plain?: Cost): string {
  const time = `${seconds.toFixed(0)} s, CPU of PostgreSQL ${each.toFixed(2)} ms each, ${(1000 / each).toFixed(0)} rows a second of it`;
  return plain ? `${time}, ratio to plain inserts ${(each / plain.each).toFixed(2)}` : time;
}
