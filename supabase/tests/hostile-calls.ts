import type { Sql } from '../../server/database/sql/sql.ts';
import { MARK } from './samples.ts';
import { as, type Company, type Person } from './world.ts';

export interface Callable {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

export interface Outcome {
  readonly call: string;
  /** SQLSTATE, empty when the call succeeded. */
  readonly code: string;
  readonly message: string;
  /** Whether the answer contains something of the other company. */
  readonly leaks: boolean;
  /** Table of the other company in which a row changed, or of anyone for a caller who may change nothing. */
  readonly changed: string;
}

/** Every function a client may execute, from the catalog. */
export function readCallables(sql: Sql): Promise<Callable[]> {
  return sql<Callable[]>`
    select p.oid::regproc::text as name, coalesce((select json_agg(json_build_object(
        'name', p.proargnames[i], 'type', format_type(t, null)) order by i)
      from unnest(p.proargtypes::oid[]) with ordinality as a (t, i)), '[]') as parameters
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`;
}

/** Calls with null everywhere, and with each argument wrong in turn while the others name the other company. */
export function hostileCalls({ name, parameters }: Callable, victim: Company): string[] {
  const write = (values: readonly string[]) =>
    `${name}(${parameters.map((p, i) => `${p.name} => (${values[i]})::${p.type}`).join(', ')})`;
  const plain = parameters.map((parameter) => plausible(parameter, victim));
  const calls = [write(parameters.map(() => 'null')), write(plain)];
  for (const [index, parameter] of parameters.entries()) {
    for (const value of hostile(parameter, victim)) calls.push(write(plain.with(index, value)));
  }
  return calls;
}

function plausible(
  { name, type }: { name: string; type: string },
  { id, employee, project, costCode }: Company,
): string {
  if (type === 'uuid') {
    const known = { company: id, employee: employee.employeeId, project, cost_code: costCode };
    const found = Object.entries(known).find(([noun]) => name.startsWith(noun));
    return `'${found?.[1] ?? employee.employeeId}'`;
  }
  if (type === 'uuid[]') return `array['${employee.employeeId}']`;
  if (type === 'date') return `'2026-03-02'`;
  if (type.startsWith('timestamp'))
    return name.startsWith('end') ? `now()` : `now() - interval '1 hour'`;
  if (type === 'boolean') return 'true';
  if (type.startsWith('json')) return `'{}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (['integer', 'bigint', 'smallint', 'numeric', 'double precision'].includes(type)) return '1';
  return `'employee'`;
}

function hostile({ type }: { type: string }, { id, employee, project }: Company): string[] {
  if (type === 'uuid') return [`'${id}'`, `'${project}'`, `gen_random_uuid()`];
  if (type === 'uuid[]') return [`'{}'`, 'array[null]', `array['${id}', '${employee.employeeId}']`];
  if (type === 'date') return [`'infinity'`, `'-infinity'`, `'5874897-12-31'`];
  if (type.startsWith('timestamp')) return [`'infinity'`, `'-infinity'`, `'294276-12-31'`];
  if (type === 'numeric' || type === 'double precision') return [`'NaN'`, `'Infinity'`, '-1e30'];
  if (type === 'integer') return ['2147483647', '-2147483648'];
  if (type === 'bigint') return ['9223372036854775807', '-9223372036854775808'];
  if (type.startsWith('json'))
    return [`'null'`, `'[]'`, `'[1, null, {"id": 1}]'`, `to_json(repeat('x', 1048576))`];
  if (type === 'text') return [`repeat('x', 1048576)`, `''`, `E'\\u0001 %s {{x}}'`];
  return ['null'];
}

/** Tells of a change to the company's rows in a setting that the call's undoing takes away again. */
export async function watch(sql: Sql, companyId: string): Promise<void> {
  await sql.unsafe(`
    create function public.watch_company() returns trigger language plpgsql security definer set search_path = '' as $$
    declare
      row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    begin
      if coalesce(row ->> 'company_id', row ->> 'id') = '${companyId}' then
        perform set_config('watch.changed', tg_table_name, true);
      end if;
      return null;
    end $$;
    revoke execute on function public.watch_company() from public, anon, authenticated;
    do $$
    declare
      found regclass;
    begin
      for found in select c.oid::regclass from pg_class c where c.relkind = 'r'
          and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) loop
        execute format('create trigger zzz_watch after insert or update or delete on %s for each row execute function public.watch_company()', found);
      end loop;
    end $$`);
}

const CALLS_AT_ONCE = 25;

/** Makes every call as this person, each undone, in one transaction. */
export async function callAll(
  sql: Sql,
  person: (Person & { readonly claims?: Readonly<Record<string, unknown>> }) | 'anon',
  calls: readonly string[],
  victim: Company,
  mayChange: boolean,
): Promise<Outcome[]> {
  await sql.unsafe(HARNESS);
  return as(sql, person, async (tx) => {
    // For a few calls each: a call that hangs is found, a busy machine is not taken for one.
    await tx`set local statement_timeout = '60s'`;
    const rows = [];
    for (let first = 0; first < calls.length; first += CALLS_AT_ONCE) {
      const some = calls.slice(first, first + CALLS_AT_ONCE);
      rows.push(
        ...(await tx`
          select c.call, o.code, o.message, o.leaks, o.changed
            from unnest(${some as string[]}::text[]) with ordinality as c (call, i)
            cross join lateral public.hostile_call(c.call, ${[MARK, victim.id]}::text[], ${mayChange}) o
           order by c.i`),
      );
    }
    return rows.map((row) => ({ ...row }) as unknown as Outcome);
  });
}

/** The block's end undoes the call; what it did is carried out in variables, which are not undone. */
const HARNESS = `
  create or replace function public.hostile_call(
    call_param text, secrets_param text[], may_change_param boolean,
    out code text, out message text, out leaks boolean, out changed text
  ) language plpgsql as $$
  declare
    answer text;
  begin
    leaks := false;
    changed := '';
    begin
      perform set_config('watch.changed', '', true);
      execute 'select coalesce(json_agg(r), ''[]'')::text from ' || call_param || ' as r' into answer;
      changed := current_setting('watch.changed', true);
      if not may_change_param and changed = '' and exists (select from pg_locks l
          where l.pid = pg_backend_pid() and l.mode = 'RowExclusiveLock' and l.relation is not null) then
        changed := 'something';
      end if;
      raise exception using errcode = 'CKUND';
    exception
      when sqlstate 'CKUND' then
        code := '';
        message := '';
        leaks := exists (select from unnest(secrets_param) s where strpos(answer, s) > 0);
      when others then
        code := sqlstate;
        message := left(sqlerrm, 200);
        leaks := exists (select from unnest(secrets_param) s where strpos(sqlerrm, s) > 0);
    end;
  end $$;
  grant execute on function public.hostile_call(text, text[], boolean) to anon, authenticated`;
