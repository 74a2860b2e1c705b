import { describe, expect, test } from 'vitest';
import { readApiSettings } from '../catalog/api-settings.ts';
import { buildCatalog } from '../catalog/build-catalog.ts';
import type { TableRow } from '../catalog/catalog-queries.ts';
import { readRequest } from '../request/rest-request.ts';
import { RestError } from '../rest-error.ts';
import { bind } from './bind.ts';
import { buildRequest } from './build-request.ts';
import { QueryCache } from './query-cache.ts';

const column = (number: number, name: string, type: string) => ({
  number,
  name,
  type,
  base: type,
  nullable: true,
  default: null,
  maxLength: null,
  enum: null,
  description: null,
});

const table = (oid: number, name: string, columns: TableRow['columns']): TableRow => ({
  oid,
  schema: 'public',
  name,
  kind: 'r',
  guarded: false,
  description: null,
  updatable: 28,
  pk: ['id'],
  columns,
});

const catalog = buildCatalog(
  {
    tables: [
      table(1, 'books', [
        column(1, 'id', 'bigint'),
        column(2, 'author_id', 'bigint'),
        column(3, 'data', 'jsonb'),
      ]),
      table(2, 'authors', [column(1, 'id', 'bigint'), column(2, 'we"ird', 'text')]),
    ],
    foreignKeys: [
      { name: 'fk', table: 1, foreign: 2, columns: [['author_id', 'id']], unique: false },
    ],
    views: [],
    functions: [],
    types: [{ schema: 'pg_catalog', name: 'text' }],
    code: [],
    project: { geoJson: null, asksOnce: false },
    ignored: [],
    settings: readApiSettings([], { schemas: ['public'], maxRows: 1000, extraSearchPath: [] }),
  },
  1,
);

const cache = new QueryCache();

function build(query: string, method = 'GET', body?: string, headers: Record<string, string> = {}) {
  const request = readRequest(
    {
      method,
      target: { kind: 'table', name: 'books' },
      query,
      headers,
      body: body === undefined ? undefined : Buffer.from(body),
    },
    ['public'],
  );
  const built = buildRequest(request, { catalog, cache });
  const values = {
    values: request.query.values,
    body: built.body,
    offset: request.range.offset,
    role: 'postgres',
  };
  return { query: built.query, statement: bind(built.query.main, values) };
}

describe('statements', () => {
  test('values are parameters, names are the catalog’s', () => {
    const { statement } = build("select=id,data->>k&id=eq.1');drop table x&limit=5&offset=2");
    expect(statement).toEqual({
      text: `select coalesce(json_agg(pgrst_row), '[]')::text, count(*) from (select "books"."id", "books"."data"->>$2::text as "k" from "public"."books" where "books"."id" = $3 limit 5 offset $1) as pgrst_row`,
      values: ['2', 'k', "1');drop table x"],
    });
  });

  test('one text for every value, so that it is prepared once', () => {
    const one = build('id=eq.1&select=id');
    const two = build('id=eq.2&select=id');
    expect(two.query).toBe(one.query);
    expect(two.statement.text).toBe(one.statement.text);
    expect(two.statement.values).toEqual(['2']);
  });

  test('names that need quoting, embedded rows, lists and patterns', () => {
    const { statement } = build(
      'select=id,authors("we\\"ird")&id=in.(1,2)&authors."we%5C%22ird"=like.a*',
    );
    expect(statement.text).toContain('"authors_1"."we""ird"');
    expect(statement.values).toEqual(['a%', '{"1","2"}']);
  });

  test('writes take the body whole', () => {
    const { statement } = build('', 'POST', '{"id":12345678901234567890}');
    expect(statement).toEqual({
      text: 'insert into "public"."books"("id") select pgrst_body."id" from json_to_record($1::json) as pgrst_body("id" bigint)',
      values: ['{"id":12345678901234567890}'],
    });
  });

  test('an update or delete needs a filter', () => {
    expect(() => build('', 'DELETE')).toThrow('21000');
    expect(build('id=eq.1', 'DELETE').statement.text).toBe(
      'delete from "public"."books" where "books"."id" = $1',
    );
  });

  test('what does not exist is said before PostgreSQL is asked', () => {
    expect(() => build('nope=eq.1')).toThrow(RestError);
    expect(() => build('select=id::nope')).toThrow('42704');
    expect(() => build('select=nope(id)')).toThrow('PGRST200');
  });
});
