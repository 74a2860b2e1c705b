import type { Sql } from '../../server/database/sql/sql.ts';
import type { Vocabulary } from '../../testing/rest-fuzz/generate-request.ts';
import { literalsIn, sampleValues } from './sample-values.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The table a foreign key of this column alone leads to. */
  readonly target: string | null;
  /** Texts that constraints of the table quote. */
  readonly checks: string;
}

interface Parameter {
  readonly called: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly source: string;
}

const OPERATIONS: readonly [type: RegExp, operations: readonly string[]][] = [
  [/\[\]$/, ['cs', 'cd', 'ov', 'eq', 'is']],
  [/^json/, ['cs', 'cd', 'eq', 'is']],
  [/text|char|enum/, ['eq', 'neq', 'like', 'ilike', 'match', 'imatch', 'gt', 'in', 'fts', 'is']],
  [/bool/, ['eq', 'is', 'neq']],
  [/./, ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'isdistinct', 'eq(any)']],
];

/**
 * What requests name, from the catalog of the running database: every table, view and function of the
 * schema that is served, with what clients may not touch. Texts and keys come from constraints and from
 * the bodies of functions.
 */
export async function readVocabulary(
  sql: Sql,
  ids: ReadonlyMap<string, readonly string[]>,
  links: readonly string[],
): Promise<Vocabulary> {
  const [columns, parameters] = await Promise.all([readColumns(sql), readParameters(sql)]);
  const tables: Record<
    string,
    {
      columns: Record<string, readonly string[]>;
      values: Record<string, readonly unknown[]>;
      relations: Record<string, string>;
    }
  > = {};
  const wordsOf = (name: string) => {
    const words = tables[name] ?? { columns: {}, values: {}, relations: {} };
    tables[name] = words;
    return words;
  };
  for (const { table, name, type, target, checks } of columns) {
    const words = wordsOf(table);
    const of = target ?? (name === 'id' ? table : name);
    const choices = sampleValues({ name: of, type, literals: literalsIn(checks), ids, links });
    words.values[name] = choices;
    words.columns[name] = operationsOf(type, choices);
    if (target === null) continue;
    words.relations[target] = target;
    wordsOf(target).relations[table] = table;
  }
  const functions: Record<string, Record<string, readonly unknown[]>> = {};
  for (const { called, name, type, source } of parameters) {
    const given = functions[called] ?? {};
    functions[called] = given;
    if (name === null || type === null) continue;
    given[name] = sampleValues({ name, type, literals: literalsIn(source), ids, links });
  }
  return { tables, functions };
}

function operationsOf(type: string, choices: readonly unknown[]): string[] {
  const operations = OPERATIONS.find(([pattern]) => pattern.test(type))?.[1] ?? [];
  return operations.flatMap((operation) => {
    if (operation === 'is') return ['is.null', 'is.not_null'];
    return choices.slice(0, 6).map((choice) => {
      const text = Array.isArray(choice)
        ? `{${choice.join()}}`
        : typeof choice === 'object'
          ? JSON.stringify(choice)
          : String(choice);
      if (operation === 'in') return `in.(${text})`;
      return operation === 'eq(any)' ? `eq(any).{${text}}` : `${operation}.${text}`;
    });
  });
}

function readColumns(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
           (select f.confrelid::regclass::text from pg_constraint f
             where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
               and a.attname not in ('company_id')
               and f.confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
             order by cardinality(f.conkey) limit 1) as target,
           coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)), '') as checks
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`;
}

/** Overloads as one function with the parameters of all of them. */
function readParameters(sql: Sql): Promise<Parameter[]> {
  return sql<Parameter[]>`
    select p.proname as called, p.proargnames[a.position] as name, format_type(a.type, null) as type,
           coalesce(nullif(p.prosrc, ''), pg_get_functiondef(p.oid)) as source
      from pg_proc p
      left join lateral unnest(p.proargtypes::oid[]) with ordinality as a (type, position) on true
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
     order by p.proname, a.position`;
}

/** Some ids of each table, of both companies. */
export async function readIds(
  sql: Sql,
  companies: readonly { readonly id: string }[],
): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string; company: string }[]>`
    select c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as company
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype)
       and (c.relname = 'companies' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'))
     order by c.relname`;
  const ids = new Map<string, string[]>();
  for (const { name, company } of tables) {
    const found: string[] = [];
    for (const [index, { id }] of companies.entries()) {
      const rows = await sql.unsafe<{ id: string }[]>(
        `select id from public.${name} where ${company} = '${id}' limit ${index === 0 ? 6 : 2}`,
      );
      found.push(...rows.map((row) => row.id));
    }
    ids.set(name, found);
  }
  return ids;
}
