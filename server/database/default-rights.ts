import type { ProjectConfig } from '../config.ts';
import type { ReservedSql } from './sql/sql.ts';

const API_ROLES = 'anon, authenticated, service_role';
const OBJECTS = ['tables', 'sequences', 'functions'];

/** `api.auto_expose_new_tables`: whether a new table is open to the API until a revoke or a policy says otherwise. */
export function exposesNewTables({ raw }: Pick<ProjectConfig, 'raw'>): boolean {
  const api = raw['api'] as { auto_expose_new_tables?: boolean } | undefined;
  return api?.auto_expose_new_tables ?? true;
}

/**
 * As on a hosted project: what is made in `public` is granted to the API roles by default, whoever makes
 * it, our migrations or the CLI's as the user of DATABASE_URL or as `postgres`. Before the first
 * migration only: a project may have decided otherwise since.
 */
export async function setDefaultRights(sql: ReservedSql, isExposed: boolean): Promise<void> {
  const creators = await sql<{ name: string }[]>`
    select quote_ident(rolname) as name from pg_roles
     where to_regclass('supabase_migrations.schema_migrations') is null
       and rolname in ('platform_owner', 'postgres', current_user)
       and pg_has_role(oid, 'usage')`;
  const [change, target] = isExposed ? ['grant', 'to'] : ['revoke', 'from'];
  for (const { name } of creators) {
    for (const objects of OBJECTS) {
      await sql.unsafe(`alter default privileges for role ${name} in schema public
        ${change} all on ${objects} ${target} ${API_ROLES}`);
    }
  }
}
