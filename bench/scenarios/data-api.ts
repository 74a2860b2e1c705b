import { generateData } from '../generate.ts';
import {
  type HttpRequest,
  type LoadOptions,
  loadHttp,
  loadSql,
  type Measurement,
} from '../load.ts';
import type { Scenario } from './scenario.ts';

/**
 * The data API under row-level security, against the same statements (begin, role and claims, the
 * query, commit) pipelined straight to PostgreSQL by pgbench over as many connections.
 */
export const dataApi: Scenario = {
  name: 'data-api',
  async *run(environment, options) {
    const { companyId, managerId, ownerId, projectId } = await generateData(
      environment.sql,
      options.entries,
    );
    const request = async (userId: string) => ({
      apikey: environment.anonKey,
      authorization: `Bearer ${await environment.tokenFor(userId)}`,
    });
    const base = `${environment.url}/rest/v1`;

    yield {
      name: 'single row',
      ours: await loadWarm(
        {
          url: `${base}/projects?select=id,name,client,status&id=eq.${projectId}`,
          headers: await request(managerId),
        },
        options,
      ),
      direct: await loadSql(
        asCaller(
          managerId,
          `select coalesce(json_agg(x), '[]')::text from (select id, name, client, status from public.projects where id = '${projectId}') x;`,
        ),
        environment.direct,
        options,
      ),
    };
    const columns = 'id,clock_in,clock_out,notes,project_id,cost_code_id,status,employee_id';
    yield {
      name: 'list of 50 entries',
      ours: await loadWarm(
        {
          url: `${base}/time_entries?select=${columns}&company_id=eq.${companyId}&order=clock_in.desc&limit=50`,
          headers: await request(managerId),
        },
        options,
      ),
      direct: await loadSql(
        asCaller(
          managerId,
          `select coalesce(json_agg(x), '[]')::text from (select ${columns} from public.time_entries where company_id = '${companyId}' order by clock_in desc limit 50) x;`,
        ),
        environment.direct,
        options,
      ),
    };
    yield {
      name: 'insert returning id',
      ours: await loadWarm(
        {
          url: `${base}/projects?select=id`,
          method: 'POST',
          headers: {
            ...(await request(ownerId)),
            'content-type': 'application/json',
            prefer: 'return=representation',
          },
          body: `'{"company_id":"${companyId}","name":"Bench ' .. uuid() .. '"}'`,
        },
        options,
      ),
      direct: await loadSql(
        asCaller(
          ownerId,
          `with x as (insert into public.projects (company_id, name) values ('${companyId}', 'Bench ' || gen_random_uuid()) returning id) select json_agg(x)::text from x;`,
        ),
        environment.direct,
        options,
      ),
    };
  },
};

/** Just started, Node still interprets; PostgreSQL was compiled long ago. */
async function loadWarm(request: HttpRequest, options: LoadOptions): Promise<Measurement> {
  await loadHttp(request, { ...options, seconds: 3 });
  return loadHttp(request, options);
}

function asCaller(userId: string, statement: string): string {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
  return `\\startpipeline
begin;
select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);
${statement}
commit;
\\endpipeline
`;
}
