// Reads from PostgreSQL's catalog what the generated database types are made of.
import type { Sql } from '../server/database/sql/sql.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** May be left out when inserting. */
  readonly optional: boolean;
  /** Can never be written (generated always). */
  readonly readOnly: boolean;
}

export interface Relationship {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isOneToOne: boolean;
  readonly target: string;
  readonly targetColumns: readonly string[];
}

export interface Relation {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
  readonly relationships: readonly Relationship[];
}

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

export interface Routine {
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly returns: string;
  readonly returnsSet: boolean;
  /** Columns of `returns table (…)`. */
  readonly columns: readonly Argument[];
}

export interface Schema {
  readonly relations: readonly Relation[];
  readonly routines: readonly Routine[];
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

export async function readSchema(sql: Sql, schema: string): Promise<Schema> {
  const [relations, routines, enums] = await Promise.all([
    readRelations(sql, schema),
    readRoutines(sql, schema),
    readEnums(sql, schema),
  ]);
  return { relations, routines, enums };
}

function readRelations(sql: Sql, schema: string): Promise<Relation[]> {
  return sql<Relation[]>`
    select c.relname as name, c.relkind in ('v', 'm') as "isView",
      (select json_agg(json_build_object(
          'name', a.attname,
          'type', a.atttypid::regtype::text,
          'nullable', not a.attnotnull and not (t.typtype = 'd' and t.typnotnull),
          'optional', not a.attnotnull or a.atthasdef or a.attidentity <> '',
          'readOnly', a.attgenerated <> '' or a.attidentity = 'a') order by a.attname)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(json_build_object(
          'name', k.conname,
          'columns', array(select attname from unnest(k.conkey) with ordinality u (n, i)
            join pg_attribute on attrelid = k.conrelid and attnum = u.n order by u.i),
          'isOneToOne', exists (select from pg_index x where x.indrelid = k.conrelid
            and x.indisunique and x.indpred is null
            and (select array_agg(n order by n) from unnest(x.indkey::int2[]) n)
              = (select array_agg(n order by n) from unnest(k.conkey) n)),
          'target', k.confrelid::regclass::text,
          'targetColumns', array(select attname from unnest(k.confkey) with ordinality u (n, i)
            join pg_attribute on attrelid = k.confrelid and attnum = u.n order by u.i)
          ) order by k.conname), '[]')
        from pg_constraint k join pg_class target on target.oid = k.confrelid
       where k.conrelid = c.oid and k.contype = 'f'
         and target.relnamespace = c.relnamespace) as relationships
      from pg_class c
     where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not c.relispartition
     order by c.relname`;
}

function readRoutines(sql: Sql, schema: string): Promise<Routine[]> {
  return sql<Routine[]>`
    select p.proname as name, p.prorettype::regtype::text as returns, p.proretset as "returnsSet",
      coalesce((select json_agg(json_build_object(
          'name', coalesce(p.proargnames[i], ''),
          'type', type::regtype::text,
          'optional', i > p.pronargs - p.pronargdefaults) order by i)
        from unnest(p.proargtypes::oid[]) with ordinality as argument (type, i)), '[]') as arguments,
      coalesce((select json_agg(json_build_object(
          'name', p.proargnames[i], 'type', type::regtype::text, 'optional', false) order by i)
        from unnest(p.proallargtypes) with ordinality as argument (type, i)
       where p.proargmodes[i] = 't'), '[]') as columns
      from pg_proc p
     where p.pronamespace = ${schema}::regnamespace and p.prokind = 'f'
       and p.prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname, p.oid::regprocedure::text`;
}

async function readEnums(sql: Sql, schema: string): Promise<Record<string, string[]>> {
  const rows = await sql<{ name: string; labels: string[] }[]>`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
      from pg_type t join pg_enum e on e.enumtypid = t.oid
     where t.typnamespace = ${schema}::regnamespace
     group by t.typname order by t.typname`;
  return Object.fromEntries(rows.map(({ name, labels }) => [name, labels]));
}
