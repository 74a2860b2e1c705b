import { beforeAll, expect, test } from 'vitest';
import { isLong } from '../../testing/test-length.ts';
import { isAllowed, isRow, type Relation, readRelations, tryVerb } from './attempts.ts';
import { readPermissions, VERBS, type Verb, wordsFor } from './permissions.ts';
import { makeSamples, type Sample } from './samples.ts';
import { askAboutToken, asToken, type Made, makeCompanyToken, makeToken } from './token-stage.ts';
import { as, openCompany, type Who } from './world.ts';

// Tokens by docs/permissions.md: with each scope alone, and of the company with each role, every table of the
// catalog gives what the scope says and the person may, and every function is called with its scope alone.

const { db, us } = await openCompany();
const permissions = readPermissions();
const ROLES = ['employee', 'foreman', 'manager', 'owner'] as const;

interface Token {
  readonly name: string;
  readonly made: Made;
  readonly scopes: readonly string[];
  readonly role: (typeof ROLES)[number];
  readonly caller: Who;
}
interface Scope {
  readonly kind: string;
  readonly name: string;
  readonly reads: string;
  readonly writes: string;
}

const names: string[] = [];
let samples: Map<string, Sample>;
let relations: Map<string, Relation>;
let scopes: readonly Scope[];
/** What the role of tokens may ever do, by table. */
let granted: ReadonlyMap<string, readonly Verb[]>;

beforeAll(async () => {
  for (const { name } of await db.sql`select unnest(private.scope_names()) as name`)
    names.push(name);
  samples = await makeSamples(db.sql, us);
  relations = await readRelations(db.sql);
  scopes = await db.sql<Scope[]>`select * from private.api_scopes()`;
  const rows = await db.sql`select c.relname as name, array_remove(array[
      case when has_any_column_privilege('api_token', c.oid, 'select') then 'read' end,
      case when has_any_column_privilege('api_token', c.oid, 'insert') then 'add' end,
      case when has_any_column_privilege('api_token', c.oid, 'update') then 'change' end,
      case when has_table_privilege('api_token', c.oid, 'delete') then 'delete' end], null) as verbs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  granted = new Map(rows.map(({ name, verbs }) => [name as string, verbs as Verb[]]));
});

async function tokenOf(
  made: Made,
  given: Omit<Token, 'made' | 'caller'>,
  userId: string,
): Promise<Token> {
  const claims = JSON.parse((await askAboutToken(db.sql, made.token)).claims);
  return { ...given, made, caller: { userId, role: 'api_token', claims } };
}

const withReads = (scope: string) => [scope, scope.replace(':write', ':read')];

async function makeTokens(): Promise<Token[]> {
  // Of each domain the scope that writes, which includes the one that reads, and one that only reads where
  // another writes; at full length every one.
  const tried = isLong
    ? names
    : names.filter(
        (name) =>
          name === 'time:read' ||
          !names.includes(name.replace(':read', ':write')) ||
          name.endsWith(':write'),
      );
  const ofScopes = tried.map(async (scope) =>
    tokenOf(
      await makeToken(db.sql, us.owner, [scope]),
      { name: scope, scopes: withReads(scope), role: 'owner' },
      us.owner.userId,
    ),
  );
  const ofRoles = ROLES.filter((role) => isLong || role === 'employee' || role === 'manager').map(
    async (role) =>
      tokenOf(
        await makeCompanyToken(db.sql, us.owner, role, names),
        { name: `company, ${role}`, scopes: names.flatMap(withReads), role },
        '',
      ),
  );
  const ofWorker = tokenOf(
    await makeToken(db.sql, us.employee, names),
    { name: 'an employee’s own', scopes: names.flatMap(withReads), role: 'employee' },
    us.employee.userId,
  );
  return Promise.all([...ofScopes, ...ofRoles, ofWorker]);
}

const scopesFor = (kind: string, name: string, verb: Verb): readonly string[] => {
  const scope = scopes.find((line) => line.kind === kind && line.name === name);
  return (verb === 'read' ? scope?.reads : scope?.writes)?.split(' ').filter(Boolean) ?? [];
};

/** What the page says of a row about somebody else. */
function isExpected({ scopes: given, role }: Token, table: string, verb: Verb): boolean {
  // A shift people were told of ends by publishing its cancellation.
  if (table === 'shifts' && verb === 'delete') return false;
  const words = wordsFor(role, false);
  return (
    scopesFor('table', table, verb).some((scope) => given.includes(scope)) &&
    (permissions.tables.get(table)?.[verb] ?? []).some((word) => words.includes(word))
  );
}

/** Two entries of a person at the same time are refused before anybody's rights are asked. */
function freeRow(table: string): Sample['other'] {
  const row = samples.get(table)?.other ?? {};
  if (table !== 'time_entries') return row;
  const earlier = (at: unknown) => new Date(Number(at) - 240 * 3_600_000);
  return { ...row, clock_in: earlier(row['clock_in']), clock_out: earlier(row['clock_out']) };
}

/** The sample rows a caller reads, of all tables at once. */
async function readBy(caller: Who): Promise<Set<string>> {
  const parts = [...relations]
    .filter(([table]) => granted.get(table)?.includes('read'))
    .map(
      ([table, { key }]) =>
        `select '${table}' as name where exists (select from ${table} where ${isRow(key, samples.get(table)?.other ?? {})})`,
    );
  const rows = await as(db.sql, caller, (tx) => tx.unsafe(parts.join(' union all ')));
  return new Set(rows.map(({ name }) => name as string));
}

test('each scope, each role of a company’s token, and a worker’s own read and write what the page says', async () => {
  const wrong: string[] = [];
  for (const token of await makeTokens()) {
    const read = await readBy(token.caller);
    for (const [table, relation] of relations)
      for (const verb of VERBS) {
        const expected = isExpected(token, table, verb);
        const isGranted = granted.get(table)?.includes(verb) ?? false;
        const row = verb === 'add' ? freeRow(table) : (samples.get(table)?.other ?? {});
        const found =
          verb === 'read'
            ? read.has(table)
            : isGranted &&
              (await isAllowed(db.sql, token.caller, (tx) =>
                tryVerb(tx, verb, table, relation, row),
              ));
        if (found !== expected) wrong.push(`${token.name}: ${verb} ${table} ${found}`);
      }
  }
  expect(wrong).toEqual([]);
});

test('a token of the company adds time for people, under its role and in nobody’s name', async () => {
  const add = async (role: string) => {
    const made = await makeCompanyToken(db.sql, us.owner, role, ['time:write']);
    return asToken(
      db.sql,
      made,
      [],
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${us.colleague.employeeId}, now() - interval '100 days', now() - interval '2398 hours')
        returning employee_id, company_id, source, created_by`,
    );
  };
  expect(await add('manager')).toEqual([
    {
      ...{ employee_id: us.colleague.employeeId, company_id: us.id },
      ...{ source: 'manual', created_by: null },
    },
  ]);
  for (const role of ['employee', 'foreman'])
    await expect(add(role)).rejects.toMatchObject({ code: '42501' });
});

test('each scope calls the functions of the page, and a token of the company those that need nobody', async () => {
  await db.sql`create function private.functions_of_token(token_param uuid) returns text[] language plpgsql as $$
    declare
      called text[] := '{}';
      found record;
    begin
      for found in select distinct p.proname as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
          and has_function_privilege('authenticated', p.oid, 'execute')
      loop
        begin
          perform private.require_api_scopes(token_param, jsonb_build_array(jsonb_build_object('kind', 'function', 'name', found.name)));
          called := called || found.name;
        exception when insufficient_privilege then
          null;
        end;
      end loop;
      return called;
    end $$`;
  const company: string[] = (await db.sql`select private.company_token_functions() as names`)[0]?.[
    'names'
  ];
  for (const { name, made, scopes: given } of await makeTokens()) {
    const called = await db.sql`select unnest(private.functions_of_token(${made.id})) as name`;
    const found = called.map((row) => row['name'] as string).sort();
    const expected = [...permissions.functions.keys()].filter((called) => {
      const needed = scopesFor('function', called, 'read');
      const hasScope = needed.includes('*') || needed.some((scope) => given.includes(scope));
      return hasScope && (!name.startsWith('company') || company.includes(called));
    });
    expect({ name, found }).toEqual({ name, found: expected.sort() });
  }
  const grants = await db.sql`select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('api_token', p.oid, 'execute')`;
  expect(
    grants
      .map(({ name }) => name as string)
      .filter((name) => scopesFor('function', name, 'read').length === 0),
  ).toEqual([]);
});
