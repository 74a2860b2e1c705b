import type { ReservedSql } from '../database/sql/sql.ts';

/** Runs what is to happen once the data is in. */
type Wake = () => Promise<void>;

/**
 * Keeps triggers from firing and foreign keys from being checked row by row until the end of the
 * transaction. A superuser says so in one setting; an owner who is none switches off the triggers and
 * takes the foreign keys away, which are checked whole when they come back. Checks that ask a function of
 * the project go as well: the migrations have it as it was in their time, and the rows may be newer.
 */
export async function disableConstraints(sql: ReservedSql): Promise<Wake> {
  const [user] = await sql<{ isSuperuser: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'SET') as "isSuperuser"`;
  const wakeChecks = await dropChecks(sql);
  if (user?.isSuperuser) {
    await sql`set local session_replication_role = replica`;
    return wakeChecks;
  }
  await sql`set local role platform_owner`;
  const triggers = await listTriggers(sql);
  const keys = await listForeignKeys(sql);
  for (const { table } of triggers) {
    await sql.unsafe(`alter table ${table} disable trigger user`);
  }
  for (const { table, name } of keys) {
    await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  }
  await sql`reset role`;
  return async () => {
    await sql`set local role platform_owner`;
    for (const { table, name, definition } of keys) {
      await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const { table, modes } of triggers) {
      for (const mode of modes) await sql.unsafe(`alter table ${table} ${mode}`);
    }
    await sql`reset role`;
    await wakeChecks();
  };
}

/** They come back for what is written from then on; `applySchemas` has the rows checked as well. */
async function dropChecks(sql: ReservedSql): Promise<Wake> {
  await sql`set local role platform_owner`;
  const checks = await listChecks(sql);
  for (const { table, name } of checks) {
    await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  }
  await sql`reset role`;
  return async () => {
    await sql`set local role platform_owner`;
    for (const { table, name, definition } of checks) {
      await sql.unsafe(`alter table ${table} add constraint ${name} ${definition} not valid`);
    }
    await sql`reset role`;
  };
}

/** With how each trigger was: one that was off, or meant for replicas, is so again afterwards. */
function listTriggers(sql: ReservedSql) {
  return sql<{ table: string; modes: string[] }[]>`
    select t.tgrelid::regclass::text as table,
      array_agg(case t.tgenabled when 'R' then 'enable replica' when 'A' then 'enable always'
          when 'D' then 'disable' else 'enable' end || ' trigger ' || quote_ident(t.tgname)) as modes
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relkind = 'r' and c.relowner = 'platform_owner'::regrole
     group by 1 order by 1`;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

function listChecks(sql: ReservedSql) {
  return sql<Constraint[]>`
    select distinct k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = k.oid
        and d.refclassid = 'pg_proc'::regclass
      join pg_proc p on p.oid = d.refobjid
     where k.contype = 'c' and k.convalidated and c.relowner = 'platform_owner'::regrole
       and p.proowner = c.relowner
     order by 1, 2`;
}

function listForeignKeys(sql: ReservedSql) {
  return sql<Constraint[]>`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relowner = 'platform_owner'::regrole
     order by 1, 2`;
}
