import type { Catalog, CatalogFunction, Column, Table } from '../catalog/catalog.ts';
import { errorDefinition, errorStatuses } from './errors.ts';
import { exampleType, jsonType } from './json-type.ts';
import type { Rights } from './openapi-document.ts';

type Json = Record<string, unknown>;

/** Which scopes of an API token reach a table or function; any one of them is enough. */
export interface ScopeRow {
  readonly kind: string;
  readonly name: string;
  /** Separated by spaces; a star means any. */
  readonly reads: string;
  readonly writes: string;
}

interface Described {
  readonly catalog: Catalog;
  readonly schema: string;
  readonly url: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly rights: Rights;
  readonly scopes: readonly ScopeRow[];
  /** Names of the rules a function refuses with, by function. */
  readonly hints: ReadonlyMap<string, readonly string[]>;
}

const ROWS = 'application/json';

/** The data API as OpenAPI 3.1, for whatever makes clients and forms from that: an operation for each thing to do. */
export function describeInOpenApi31(described: Described): Json {
  const { catalog, schema, url, info, rights } = described;
  const tables = [...catalog.tables(schema).values()].filter(({ name }) =>
    rights.tables.includes(name),
  );
  const functions = [...catalog.functions(schema)].flatMap(([name, [first]]) =>
    first !== undefined && rights.functions.includes(name) ? [first] : [],
  );
  const scopes = new Map(described.scopes.map((row) => [`${row.kind} ${row.name}`, row]));
  const known = new Set(tables.map(({ name }) => name));
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url }],
    security: [{ session: [], key: [] }],
    tags: [
      { name: 'functions', description: 'What the product does, each in one transaction.' },
      { name: 'tables', description: 'Rows, as far as who asks may see and change them.' },
    ],
    paths: Object.fromEntries([
      ...functions.map((one) => [
        `/rest/v1/rpc/${one.name}`,
        {
          post: functionOperation(one, known, {
            scopes: scopeText(scopes.get(`function ${one.name}`)?.reads),
            hints: described.hints.get(one.name) ?? [],
          }),
        },
      ]),
      ...tables.map((table) => [
        `/rest/v1/${table.name}`,
        tableOperations(table, scopes.get(`table ${table.name}`)),
      ]),
    ]),
    components: {
      securitySchemes: SECURITY,
      parameters: PARAMETERS,
      responses: REFUSALS,
      schemas: {
        Error: asSchema31(errorDefinition),
        ...Object.fromEntries(tables.map((table) => [table.name, rowSchema(table)])),
      },
    },
  };
}

const SECURITY = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description: 'The publishable key of /config.json. An API token needs none.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a session, or an API token.',
  },
};

const parameter = (name: string, where: string, description: string, schema: Json) => ({
  name,
  in: where,
  description,
  schema,
});

const PARAMETERS = {
  select: parameter('select', 'query', 'Columns, and rows of related tables', { type: 'string' }),
  order: parameter('order', 'query', 'Like `name.asc,id.desc`', { type: 'string' }),
  limit: parameter('limit', 'query', 'Most rows to answer', { type: 'integer', minimum: 0 }),
  offset: parameter('offset', 'query', 'Rows to skip', { type: 'integer', minimum: 0 }),
  prefer: parameter(
    'Prefer',
    'header',
    'Like `return=representation` for the written rows, `count=exact` for how many there are',
    { type: 'string' },
  ),
};

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const row = (name: string) => reference('schemas', name);
const content = (schema: Json) => ({ [ROWS]: { schema } });

const REFUSALS = Object.fromEntries(
  Object.entries(errorStatuses).map(([status, description]) => [
    `refused_${status}`,
    { description, content: content(row('Error')) },
  ]),
);
const refusals = Object.fromEntries(
  Object.keys(errorStatuses).map((status) => [status, reference('responses', `refused_${status}`)]),
);

/** For people to read, and with `x-scopes` for programs. */
function scopeText(names: string | undefined): readonly string[] | undefined {
  return names?.split(' ').filter((name) => name !== '');
}

function about(description: string | undefined, scopes: readonly string[] | undefined): Json {
  const text =
    scopes === undefined
      ? undefined
      : scopes.length === 0
        ? 'Not for API tokens.'
        : scopes.includes('*')
          ? 'API tokens: any scope.'
          : `API tokens: ${scopes.join(' or ')}.`;
  const parts = [description, text].filter((part) => part !== undefined);
  return {
    ...(description === undefined ? {} : { summary: firstSentence(description) }),
    ...(parts.length === 0 ? {} : { description: parts.join('\n\n') }),
    ...(scopes === undefined ? {} : { 'x-scopes': scopes }),
  };
}

const firstSentence = (text: string) => /^.*?[.:;](?=\s|$)|^.*/.exec(text)?.[0] ?? text;

function functionOperation(
  one: CatalogFunction,
  tables: ReadonlySet<string>,
  { scopes, hints }: { scopes: readonly string[] | undefined; hints: readonly string[] },
): Json {
  const required = one.parameters.filter((each) => each.required).map(({ name }) => name);
  const args = {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      one.parameters.map(({ name, type, required: isNeeded }) => [
        name,
        isNeeded ? asSchema31(exampleType(type)) : orNull(asSchema31(exampleType(type))),
      ]),
    ),
  };
  return {
    operationId: one.name,
    tags: ['functions'],
    ...about(one.description, scopes),
    ...(hints.length > 0 ? { 'x-hints': hints } : {}),
    requestBody: { required: required.length > 0, content: content(args) },
    responses: { ...functionAnswer(one, tables), ...refusals },
  };
}

function functionAnswer(one: CatalogFunction, tables: ReadonlySet<string>): Json {
  if (one.returns === 'void') return { '204': { description: 'Done' } };
  if (one.mediaType !== undefined) {
    return {
      '200': {
        description: 'Answer',
        content: { [one.mediaType]: { schema: { type: 'string' } } },
      },
    };
  }
  const item = answerItem(one, tables);
  const schema = one.returnsSet ? { type: 'array', items: item } : orNull(item);
  return { '200': { description: 'Answer', content: content(schema) } };
}

function answerItem(
  { schema, returns, returnType, returnTable, returnColumns }: CatalogFunction,
  tables: ReadonlySet<string>,
): Json {
  if (returns === 'scalar') return asSchema31(jsonType(returnType));
  if (returnTable?.schema === schema && tables.has(returnTable.name)) return row(returnTable.name);
  const columns = [...returnColumns.values()];
  const properties = columns.map(({ name, type }) => [name, orNull(asSchema31(exampleType(type)))]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function tableOperations(table: Table, scopes: ScopeRow | undefined): Json {
  const { name, description } = table;
  const reads = scopeText(scopes?.reads);
  const writes = scopeText(scopes?.writes);
  const filters = [...table.columns.keys()].map((column) => ({
    name: column,
    in: 'query',
    schema: { type: 'string', examples: ['eq.value'] },
  }));
  const rows = { type: 'array', items: row(name) };
  const written = (text: string) => ({ description: text, content: content(rows) });
  const tags = ['tables'];
  const paging = ['select', 'order', 'limit', 'offset', 'prefer'].map((one) =>
    reference('parameters', one),
  );
  const prefer = ['select', 'prefer'].map((one) => reference('parameters', one));
  const body = (schema: Json) => ({ required: true, content: content(schema) });
  return {
    get: {
      operationId: `${name}_list`,
      tags,
      ...about(description, reads),
      parameters: [...filters, ...paging],
      responses: {
        '200': { description: 'Rows', content: content(rows) },
        '206': { description: 'Some of the rows', content: content(rows) },
        ...refusals,
      },
    },
    ...(table.insertable && {
      post: {
        operationId: `${name}_add`,
        tags,
        ...about(`Adds rows. ${description ?? ''}`.trim(), writes),
        parameters: prefer,
        requestBody: body({
          oneOf: [newRow(table), { type: 'array', items: newRow(table) }],
        }),
        responses: { '201': written('Added'), ...refusals },
      },
    }),
    ...(table.updatable && {
      patch: {
        operationId: `${name}_change`,
        tags,
        ...about(`Changes the rows that the filters name. ${description ?? ''}`.trim(), writes),
        parameters: [...filters, ...prefer],
        requestBody: body(row(name)),
        responses: { '200': written('Changed'), '204': { description: 'Changed' }, ...refusals },
      },
    }),
    ...(table.deletable && {
      delete: {
        operationId: `${name}_remove`,
        tags,
        ...about(`Removes the rows that the filters name. ${description ?? ''}`.trim(), writes),
        parameters: [...filters, ...prefer],
        responses: { '200': written('Removed'), '204': { description: 'Removed' }, ...refusals },
      },
    }),
  };
}

/** What a row needs before it can be added; the rest has a default or may stay empty. */
function newRow(table: Table): Json {
  const required = [...table.columns.values()]
    .filter((column) => !column.nullable && column.defaultSql === undefined)
    .map(({ name }) => name);
  return required.length === 0 ? row(table.name) : { allOf: [row(table.name), { required }] };
}

function rowSchema(table: Table): Json {
  return {
    type: 'object',
    ...(table.description === undefined ? {} : { description: table.description }),
    properties: Object.fromEntries(
      [...table.columns.values()].map((column) => [column.name, columnSchema(column)]),
    ),
  };
}

function columnSchema(column: Column): Json {
  const { nullable, defaultSql, description, enumValues, maxLength } = column;
  // A default is SQL, and so no value of the type: programs would send it back as one.
  const notes = [description, defaultSql && `Default: \`${defaultSql}\``].filter(Boolean);
  const schema = {
    ...asSchema31(exampleType(column.type)),
    ...(notes.length === 0 ? {} : { description: notes.join('\n\n') }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(enumValues.length === 0 ? {} : { enum: [...enumValues, ...(nullable ? [null] : [])] }),
  };
  return nullable ? orNull(schema) : schema;
}

/** An empty schema takes null already. */
function orNull(schema: Json): Json {
  if ('$ref' in schema) return { oneOf: [schema, { type: 'null' }] };
  return schema['type'] === undefined ? schema : { ...schema, type: [schema['type'], 'null'] };
}

/** OpenAPI 3.1 has JSON Schema's `examples` where version 2 had one. */
function asSchema31({ example, ...schema }: Json): Json {
  const { items, properties } = schema as { items?: Json; properties?: Record<string, Json> };
  return {
    ...schema,
    ...(example === undefined ? {} : { examples: [example] }),
    ...(items === undefined ? {} : { items: asSchema31(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, asSchema31(each)]),
          ),
        }),
  };
}
