import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type ProjectFunction, projectFunction } from '../../database/project-function.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { siteUrlOf } from '../../http/site-url.ts';
import { StartupError } from '../../startup-error.ts';
import { version } from '../../version.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RestContext } from '../rest-context.ts';
import { quote } from '../sql/sql-text.ts';
import { describeInOpenApi31, type ScopeRow } from './openapi-31.ts';
import { type Rights, rightsQuery } from './openapi-document.ts';

/** Whose rights the description shows: everybody's who is signed in. */
const DESCRIBED_ROLE = 'authenticated';

const section = z.looseObject({
  title: z.string().min(1),
  description: z.string().default(''),
  scopes: z.string().optional(),
});

/**
 * `/openapi.json`: the data API for tools that make clients and forms. Only where config.toml gives it a
 * title: names of tables are told to nobody whose project does not say so.
 */
export function openApiRoute(
  root: FastifyInstance,
  { config, database, catalogs }: RestContext,
): void {
  const settings = readSettings(config);
  if (settings === undefined) return;
  const scopes = projectFunction(config, 'openapi', 'scopes');
  const siteUrl = siteUrlOf(root, config);
  let made: { readonly version: number; readonly text: Promise<string> } | undefined;
  root.get('/openapi.json', async (_request, reply) => {
    const catalog = catalogs.current;
    if (made?.version !== catalog.version) {
      const text = describe(database.sql, catalog, siteUrl(), settings, scopes);
      made = { version: catalog.version, text };
      // Asked again by the next one, if it could not be read.
      text.catch(() => {
        made = undefined;
      });
    }
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(await made.text);
  });
}

function readSettings({ project }: Config): z.output<typeof section> | undefined {
  const raw = project.raw['openapi'];
  if (raw === undefined) return undefined;
  const parsed = section.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StartupError(`config.toml: openapi.${issue?.path.join('.')}: ${issue?.message}.`);
}

async function describe(
  sql: Sql,
  catalog: Catalog,
  url: string,
  { title, description }: z.output<typeof section>,
  scopes: ProjectFunction | undefined,
): Promise<string> {
  const schema = catalog.schemas[0] ?? 'public';
  const rights = await sql.begin('read only', async (transaction) => {
    await transaction.unsafe(`set local role ${DESCRIBED_ROLE}`);
    const [row] = await transaction.unsafe<{ rights: string }[]>(
      `select (${rightsQuery}) as rights`,
      [quote(schema)],
    );
    return JSON.parse(row?.rights ?? '{}') as Rights;
  });
  const scopeRows = scopes
    ? await sql.unsafe<ScopeRow[]>(
        `select kind, name, reads, writes from ${quote(scopes.schema)}.${quote(scopes.name)}()`,
      )
    : [];
  return JSON.stringify(
    describeInOpenApi31({
      catalog,
      schema,
      url,
      info: { title, version, description },
      rights,
      scopes: scopeRows,
      hints: await readHints(sql, schema),
    }),
  );
}

/** Functions raise their hints as literals: `raise exception using …, hint = 'not_running'`. */
async function readHints(sql: Sql, schema: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await sql<{ name: string; hints: string[] }[]>`
    select p.proname as name, array_agg(distinct found[1] order by found[1]) as hints
      from pg_proc p, regexp_matches(p.prosrc, ${`hint\\s*(?:=|:=|=>)\\s*'([a-z0-9_]+)'`}, 'g') as found
     where p.pronamespace = (select oid from pg_namespace where nspname = ${schema})
     group by p.proname`;
  return new Map(rows.map(({ name, hints }) => [name, hints]));
}
