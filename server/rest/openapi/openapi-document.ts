import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions } from '../../database/request-transaction.ts';
import type { Catalog, Table } from '../catalog/catalog.ts';
import { errorDefinition, securityDefinitions } from './errors.ts';
import { functionPath } from './function-path.ts';
import { sharedParameters } from './shared-parameters.ts';
import { columnParameters, tableDefinition, tablePath } from './table-path.ts';

interface Options {
  readonly catalog: Catalog;
  readonly schema: string;
  readonly requests: RequestTransactions;
  readonly caller: Caller;
  readonly url: string;
}

/** What somebody may use; `rightsQuery` reads it. */
export interface Rights {
  readonly description: string | null;
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

/** The documents of a catalog by schema, address and rights: everybody waits while one is written, and few differ. */
const written = new WeakMap<Catalog, Map<string, string>>();
const MAX_WRITTEN = 8;

/** Everything the caller may use, as OpenAPI 2.0 in JSON, the way PostgREST describes itself. */
export async function openApiDocument(options: Options): Promise<string> {
  const { catalog, schema, url } = options;
  const rights = await rightsOf(options);
  const documents = written.get(catalog) ?? new Map<string, string>();
  written.set(catalog, documents);
  const key = [schema, url, rights].join('\n');
  const found = documents.get(key);
  if (found !== undefined) return found;
  const document = JSON.stringify(describeApi(options, JSON.parse(rights) as Rights));
  if (documents.size >= MAX_WRITTEN) documents.clear();
  documents.set(key, document);
  return document;
}

export function describeApi(
  { catalog, schema, url }: Pick<Options, 'catalog' | 'schema' | 'url'>,
  rights: Rights,
) {
  const usable = { tables: new Set(rights.tables), functions: new Set(rights.functions) };
  const tables = [...catalog.tables(schema).values()].filter(({ name }) => usable.tables.has(name));
  const functions = [...catalog.functions(schema)].filter(([name]) => usable.functions.has(name));
  const { host, pathname, protocol } = new URL(url);
  return {
    swagger: '2.0',
    info: {
      title: rights.description ?? 'PostgREST API',
      description: 'The tables, views and functions you may use.',
      version: '13.0.0',
    },
    host,
    basePath: pathname,
    schemes: [protocol.replace(':', '')],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: Object.fromEntries([
      ['/', rootPath],
      ...tables.map((table) => [`/${table.name}`, tablePath(table)]),
      ...functions.flatMap(([name, overloads]) =>
        overloads[0] === undefined
          ? []
          : [[`/rpc/${name}`, functionPath(overloads[0], usable.tables)]],
      ),
    ]),
    securityDefinitions,
    security: [{ ApiKey: [], Bearer: [] }],
    definitions: {
      ...Object.fromEntries(tables.map((table) => [table.name, tableDefinition(table)])),
      Error: errorDefinition,
    },
    parameters: { ...sharedParameters, ...parametersOf(tables) },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/stable/references/api.html',
    },
  };
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

const rootPath = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { '200': { description: 'OK' } },
  },
};

const parametersOf = (tables: readonly Table[]) =>
  Object.fromEntries(tables.flatMap((table) => Object.entries(columnParameters(table))));

export const rightsQuery = `
select json_build_object(
  'description', obj_description($1::text::regnamespace, 'pg_namespace'),
  'tables', coalesce((
    select json_agg(c.relname) from pg_class c
    where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege(c.oid, 'select, insert, update, delete')
        or has_any_column_privilege(c.oid, 'select, insert, update'))), '[]'),
  'functions', coalesce((
    select json_agg(distinct p.proname) from pg_proc p
    where p.pronamespace = $1::text::regnamespace and has_function_privilege(p.oid, 'execute')), '[]')
)::text`;

async function rightsOf({ requests, caller, schema }: Options): Promise<string> {
  const values = [`"${schema.replaceAll('"', '""')}"`];
  const [result] = await requests.run(caller, [{ text: rightsQuery, values }], { readOnly: true });
  return result?.rows[0]?.[0]?.toString('utf8') ?? '{}';
}
