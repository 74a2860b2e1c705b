import type { ReservedSql } from '../database/sql/sql.ts';

/** Runs what is to happen once the data is in. */
type Wake = () => Promise<void>;

/**
 * Keeps triggers from firing and foreign keys from being checked row by row until the end of the
 * transaction. A superuser says so in one setting; an owner who is none switches off the triggers and
 * takes the foreign keys away, which are checked whole when they come back.
 */
export async function disableConstraints(sql: ReservedSql): Promise<Wake> {
  const [user] = await sql<{ isSuperuser: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'SET') as "isSuperuser"`;
  if (user?.isSuperuser) {
    await sql`set local session_replication_role = replica`;
    return async () => undefined;
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

function listForeignKeys(sql: ReservedSql) {
  return sql<{ table: string; name: string; definition: string }[]>`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relowner = 'platform_owner'::regrole
     order by 1, 2`;
}
