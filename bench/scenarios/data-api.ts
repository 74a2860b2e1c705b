import type { BenchEnvironment } from '../environment.ts';
import { type GeneratedCompany, generateData } from '../generate.ts';
import { startLite } from '../lite.ts';
import {
  type HttpRequest,
  type LoadOptions,
  loadHttp,
  loadSql,
  type Measurement,
} from '../load.ts';
import type { Scenario, ScenarioResult } from './scenario.ts';

const LONG = { warmUpSeconds: 3 };

interface Step {
  readonly name: string;
  readonly as: 'managerId' | 'ownerId';
  readonly method?: string;
  path(company: GeneratedCompany): string;
  /** A Lua expression, for what must differ from one request to the next. */
  body?(company: GeneratedCompany): string;
  sql(company: GeneratedCompany): string;
}

const COLUMNS = 'id,clock_in,clock_out,notes,project_id,cost_code_id,status,employee_id';
const date = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

export const STEPS: readonly Step[] = [
  {
    name: 'single row',
    as: 'managerId',
    path: ({ projectId }) => `projects?select=id,name,client,status&id=eq.${projectId}`,
    sql: ({ projectId }) =>
      asJson(`select id, name, client, status from public.projects where id = '${projectId}'`),
  },
  {
    name: 'list of 50 entries',
    as: 'managerId',
    path: ({ companyId }) =>
      `time_entries?select=${COLUMNS}&company_id=eq.${companyId}&order=clock_in.desc&limit=50`,
    sql: ({ companyId }) =>
      asJson(
        `select ${COLUMNS} from public.time_entries where company_id = '${companyId}' order by clock_in desc limit 50`,
      ),
  },
  {
    name: 'insert returning id',
    as: 'ownerId',
    method: 'POST',
    path: () => 'projects?select=id',
    body: ({ companyId }) => `'{"company_id":"${companyId}","name":"Bench ' .. uuid() .. '"}'`,
    sql: ({ companyId }) =>
      `with x as (insert into public.projects (company_id, name) values ('${companyId}', 'Bench ' || gen_random_uuid()) returning id) select json_agg(x)::text from x;`,
  },
  {
    name: 'payroll of a week',
    as: 'managerId',
    method: 'POST',
    path: () => 'rpc/generate_payroll_export_data',
    body: ({ companyId }) =>
      `'${JSON.stringify({ company_id_param: companyId, start_date_param: date(8), end_date_param: date(2) })}'`,
    sql: ({ companyId }) =>
      asJson(
        `select * from public.generate_payroll_export_data('${companyId}', '${date(8)}', '${date(2)}')`,
      ),
  },
];

/**
 * The data API under row-level security, against the same statements (begin, role and claims, the
 * query, commit) pipelined straight to PostgreSQL by pgbench over as many connections, and where it is
 * at hand against @supabase/lite on the same database.
 */
export const dataApi: Scenario<typeof LONG> = {
  name: 'data-api',
  settings: { long: LONG, quick: { warmUpSeconds: 2 } },
  async *run(environment, given, { warmUpSeconds }) {
    const options = { ...given, warmUpSeconds };
    const company = await generateData(environment.sql, options.entries);
    const results: ScenarioResult[] = [];
    for (const step of STEPS) {
      const statements = asCaller(company[step.as], step.sql(company));
      const ours = await loadWarm(environment, step, company, options);
      const direct = await loadSql(statements, environment.direct, options);
      const figures = [
        {
          line: `${step.name} against pgbench`,
          value: ours.perSecond / direct.perSecond,
          atLeast: 0.5,
        },
        { line: `${step.name}, p99 against p50`, value: ours.p99Ms / ours.p50Ms, atMost: 4 },
      ];
      results.push({ name: step.name, ours, direct, figures });
    }
    const lite = options.lite
      ? await measureLite(environment, options.lite, company, options)
      : new Map<string, Measurement>();
    for (const result of results) {
      const measured = lite.get(result.name);
      yield measured ? { ...result, lite: measured } : result;
    }
  },
};

type WarmOptions = LoadOptions & typeof LONG;

/** Last, because it changes rights in the database on its first request. */
async function measureLite(
  { anonKey, ...environment }: BenchEnvironment,
  folder: string,
  company: GeneratedCompany,
  options: WarmOptions,
): Promise<Map<string, Measurement>> {
  const lite = await startLite(environment, folder);
  const measured = new Map<string, Measurement>();
  try {
    const { url, tokenFor } = lite;
    const [first] = STEPS;
    if (first)
      await fetch(`${url}/rest/v1/${first.path(company)}`, { headers: { apikey: anonKey } });
    for (const step of STEPS) {
      measured.set(step.name, await loadWarm({ url, anonKey, tokenFor }, step, company, options));
    }
  } finally {
    lite.stop();
  }
  return measured;
}

type Target = Pick<BenchEnvironment, 'url' | 'anonKey' | 'tokenFor'>;

/** Just started, Node still interprets; PostgreSQL was compiled long ago. */
export async function loadWarm(
  target: Target,
  step: Step,
  company: GeneratedCompany,
  options: WarmOptions,
): Promise<Measurement> {
  const request = await requestOf(target, step, company);
  await loadHttp(request, { ...options, seconds: options.warmUpSeconds });
  return loadHttp(request, options);
}

export async function requestOf(
  target: Target,
  step: Step,
  company: GeneratedCompany,
): Promise<HttpRequest> {
  return {
    url: `${target.url}/rest/v1/${step.path(company)}`,
    headers: {
      apikey: target.anonKey,
      authorization: `Bearer ${await target.tokenFor(company[step.as])}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(step.method && { method: step.method }),
    ...(step.body && { body: step.body(company) }),
  };
}

function asJson(query: string): string {
  return `select coalesce(json_agg(x), '[]')::text from (${query}) x;`;
}

export function asCaller(userId: string, statement: string): string {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
  return `\\startpipeline
begin;
select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);
${statement}
commit;
\\endpipeline
`;
}
