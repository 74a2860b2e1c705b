import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, inject, test } from 'vitest';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly 'x-scopes'?: readonly string[];
  readonly 'x-hints'?: readonly string[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { url, anonKey } = inject('api');
let text: string;
let api: Description;

beforeAll(async () => {
  const answer = await fetch(`${url}/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  text = await answer.text();
  api = JSON.parse(text) as Description;
});

const bodyOf = (operation: Operation | undefined) =>
  operation?.requestBody?.content['application/json']?.schema;

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1, named and numbered as the product', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect([valid, errors]).toEqual([true, undefined]);
    expect([api.openapi, api.info.title]).toEqual(['3.1.0', 'Chalkline API']);
    expect(api.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('has an operation for each function and each verb of a table, under a name of its own', () => {
    const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['clock_in', 'hours_report', 'projects_list', 'projects_add']),
    );
    expect(operations.filter(({ description }) => description === undefined)).toEqual([]);
  });

  test('says which scopes of a token are needed, and by which names a rule refuses', () => {
    const operation = (name: string, verb = 'post') => api.paths[`/rest/v1/${name}`]?.[verb];
    expect(operation('rpc/hours_report')?.['x-scopes']).toEqual(['time:read']);
    expect(operation('rpc/clock_in')?.description).toContain('API tokens: time:write.');
    expect(operation('projects', 'get')?.['x-scopes']).toEqual(['projects:read', 'time:read']);
    expect(operation('projects')?.['x-scopes']).toEqual(['projects:write']);
    expect(operation('rpc/create_api_token')?.description).toContain('Not for API tokens.');
    expect(operation('rpc/end_break')?.['x-hints']).toContain('not_on_break');
  });

  test('arguments that must be given are required, others may be null', () => {
    const body = bodyOf(api.paths['/rest/v1/rpc/clock_in']?.['post']);
    expect(body?.required).toContain('project_id_param');
    for (const [name, { type }] of Object.entries(body?.properties ?? {})) {
      if (body?.required?.includes(name) || type === undefined) continue;
      expect([type].flat()).toContain('null');
    }
  });

  test('columns that may be empty say so', () => {
    const { projects } = api.components.schemas;
    expect(projects?.properties?.['name']?.type).toBe('string');
    expect(projects?.properties?.['address']?.type).toEqual(['string', 'null']);
  });

  test('leads to what it describes', async () => {
    const [server] = api.servers;
    expect(URL.canParse(server?.url ?? '')).toBe(true);
    const answer = await fetch(`${url}/rest/v1/projects?select=id&limit=1`, {
      headers: { apikey: anonKey },
    });
    expect(answer.status).not.toBe(404);
  });

  test('tells nothing of a project that does not ask for it', async () => {
    const answer = await fetch(`${inject('rest').url}/openapi.json`);
    expect(await answer.text()).not.toContain('"openapi"');
  });
});
