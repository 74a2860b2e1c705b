import type { Sql } from '../../database/sql/sql.ts';
import { findScope } from './policy-scope.ts';
import { SharedChecks } from './shared-check.ts';
import type { Policy } from './shared-policy.ts';
import type { Column, Table } from './table.ts';

interface Row {
  relation: number;
  schema: string;
  name: string;
  sql_name: string;
  policies_enabled: boolean;
  tells_old_row: boolean;
  policies: Policy[];
  columns: { name: string; type: string; sql_type: string }[];
  primary_key: string[];
  access: Record<string, { bypasses_policies: boolean; columns: string[] | null }>;
}

const ALWAYS_INCLUDED: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

/** What is known of the published tables; refreshed every few seconds, so that a revoke bites. */
export class TableCatalog {
  readonly #sql: Sql;
  readonly #roles = new Set(ALWAYS_INCLUDED);
  /** Other roles of tokens, by whether they may be used. */
  readonly #included = new Map<string, Promise<boolean>>();
  readonly #shared: SharedChecks;
  readonly #known = new Map<number, { readonly description: string; readonly table: Table }>();
  #tables = new Map<number, Table>();
  #beyondChannelPolicies = new Set<string>();
  /** A factor that is set up and a session that is gone end the sessions that may no longer listen. */
  #endSessions = new Set<number>();
  #refreshing: Promise<void> | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#shared = new SharedChecks(sql);
  }

  byRelation(relation: number): Table | undefined {
    return this.#tables.get(relation);
  }

  /** What must be heard of for a subscription: its tables, and those that decide who may read them. */
  relationsFor(schema: string, name: string | undefined): number[] {
    return this.matching(schema, name).flatMap(({ relation, scope, shared }) => [
      relation,
      ...[scope, shared].flatMap((known) =>
        [...(known?.rights.decidedBy ?? [])].filter((table) => this.#tables.has(table)),
      ),
    ]);
  }

  /** Whether every change of these tables that matters is told: by the outbox, or by ended sessions. */
  watches(relations: ReadonlySet<number>): boolean {
    return [...relations].every(
      (relation) => this.#tables.has(relation) || this.#endSessions.has(relation),
    );
  }

  /** Tables a subscription means; `*` and nothing stand for all. */
  matching(schema: string, name: string | undefined): Table[] {
    return [...this.#tables.values()].filter(
      (table) =>
        (schema === '*' || table.schema === schema) &&
        (name === undefined || name === '*' || table.name === name),
    );
  }

  /** Whether the policies on `realtime.messages` are none of this role's concern. */
  passesChannelPolicies(role: string): boolean {
    return this.#beyondChannelPolicies.has(role);
  }

  /** False for a role no token may ask for: only those the API may switch to count. */
  includeRole(role: string): Promise<boolean> {
    const known = this.#included.get(role);
    if (known || ALWAYS_INCLUDED.has(role)) return known ?? Promise.resolve(true);
    // Who comes second waits too: until the tables are read anew, the role can read nothing.
    const included = this.#include(role);
    this.#included.set(role, included);
    const forget = () => this.#included.delete(role);
    included.then((isAllowed) => isAllowed || forget(), forget);
    return included;
  }

  async #include(role: string): Promise<boolean> {
    const [allowed] = await this.#sql`
      select from pg_roles r where r.rolname = ${role} and pg_has_role('authenticator', r.oid, 'MEMBER')`;
    if (!allowed) return false;
    this.#roles.add(role);
    await this.refresh();
    return true;
  }

  /** One at a time: whoever comes while one runs waits for the next. */
  async refresh(): Promise<void> {
    while (this.#refreshing) await this.#refreshing;
    this.#refreshing = this.#load().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #load(): Promise<void> {
    await this.#sql`select realtime.sync()`;
    const rows = await this.#sql<Row[]>`
      select p.relation::int, p.schema, p.name, format('%I.%I', p.schema, p.name) as sql_name,
        c.relrowsecurity as policies_enabled, c.relreplident = 'f' as tells_old_row,
        coalesce((select json_agg(x order by x.condition, x.applies) from realtime.policies_of(c.oid, 'r') as x), '[]') as policies,
        (select json_agg(json_build_object(
             'name', a.attname, 'type', t.typname, 'sql_type', format_type(a.atttypid, null)) order by a.attnum)
           from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        coalesce((select json_agg(a.attname order by a.attnum)
           from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary), '[]') as primary_key,
        (select json_object_agg(r.rolname, json_build_object(
             'bypasses_policies', r.rolsuper or r.rolbypassrls
                or (pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity),
             'columns', (select json_agg(a.attname) from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  and has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
                  and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'))))
           from pg_roles r where r.rolname = any(${[...this.#roles]})) as access
      from realtime.published_tables p join pg_class c on c.oid = p.relation`;
    const roles = await this.#sql<{ rolname: string }[]>`
      select r.rolname from pg_roles r, pg_class c
       where r.rolname = any(${[...this.#roles]}) and c.oid = 'realtime.messages'::regclass
         and (r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, c.relowner, 'USAGE'))`;
    this.#beyondChannelPolicies = new Set(roles.map(({ rolname }) => rolname));
    const [own] = await this.#sql<{ relations: number[] }[]>`
      select array_agg(oid::int) as relations from pg_class
       where relnamespace = 'auth'::regnamespace and relname in ('mfa_factors', 'sessions')`;
    this.#endSessions = new Set(own?.relations);
    const tables = await Promise.all(rows.map((row) => this.#keepOrMake(row)));
    this.#tables = new Map(tables.map((table) => [table.relation, table]));
  }

  /** An unchanged table stays the same object: filters are bound to it. */
  async #keepOrMake(row: Row): Promise<Table> {
    const description = JSON.stringify(row);
    const known = this.#known.get(row.relation);
    if (known?.description === description) return known.table;
    const table = await toTable(this.#shared, row);
    this.#known.set(row.relation, { description, table });
    return table;
  }
}

/** Equal values of these types are written equally. */
const COMPARED_AS_TEXT = new Set(['uuid', 'text', 'varchar', 'int2', 'int4', 'int8', 'bool']);

function comparesAsText({ type }: { readonly type: string }): boolean {
  return COMPARED_AS_TEXT.has(type);
}

function toColumn({ name, type, sql_type }: Row['columns'][number]): Column {
  return { name, type, sqlType: sql_type };
}

async function toTable(checks: SharedChecks, row: Row): Promise<Table> {
  const columns = row.columns.map(toColumn);
  const { sql_name: sqlName, name, policies } = row;
  const permissive = policies.filter((policy) => policy.permissive);
  const scope = findScope(
    permissive.map(({ condition }) => condition),
    columns.filter(comparesAsText),
  );
  return {
    relation: row.relation,
    schema: row.schema,
    name,
    sqlName,
    columns,
    primaryKey: row.primary_key,
    policiesEnabled: row.policies_enabled,
    scope: scope && {
      columns: scope.map(({ column }) => column),
      rights: await checks.rightsOf(scope.map(({ expression }) => expression)),
    },
    shared: row.policies_enabled
      ? await checks.make({ sqlName, name, columns, policies })
      : undefined,
    tellsOldRow: row.tells_old_row,
    access: new Map(
      Object.entries(row.access).map(([role, { bypasses_policies, columns }]) => [
        role,
        { bypassesPolicies: bypasses_policies, columns: new Set(columns ?? []) },
      ]),
    ),
  };
}
