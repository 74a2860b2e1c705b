import type { Sql } from '../../server/database/sql/sql.ts';
import { MARK } from '../../supabase/tests/samples.ts';

/** Hashes, codes and addresses would no longer be what they are; chains would no longer hold. */
const UNTOUCHED =
  'hash|token|secret|path|email|code|number|zone|language|country|currency|p256dh|endpoint|auth|sha|url';

/**
 * Puts the canary into every text of the company that takes it, and in place of the mark that samples
 * have inside JSON. Triggers and what they note stay out of it. What a constraint refuses stays as it is.
 */
export async function plantCanary(sql: Sql, companyId: string, canary: string): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      found record;
    begin
      set local session_replication_role = replica;
      for found in
        select c.oid::regclass as name, a.attname as column_name, a.atttypid::regtype::text as type,
               case when c.relname = 'companies' then 'id' else 'company_id' end as company
          from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           and a.atttypid::regtype::text in ('text', 'jsonb')
           and (c.relname = 'companies' or exists (select from pg_attribute k
                 where k.attrelid = c.oid and k.attname = 'company_id' and k.atttypid = 'uuid'::regtype))
      loop
        begin
          if found.type = 'jsonb' then
            execute format('update %s set %I = replace(%2$I::text, %L, %L)::jsonb where %I = %L and position(%4$L in %2$I::text) > 0',
              found.name, found.column_name, '${MARK}', '${canary}', found.company, '${companyId}');
          elsif found.column_name !~ '${UNTOUCHED}' then
            execute format('update %s set %I = left(coalesce(%2$I, ''''), 60) || ''${' '}${canary}'' where %I = %L',
              found.name, found.column_name, found.company, '${companyId}');
          end if;
        exception when others then null;
        end;
      end loop;
    end $$`);
}
