import type { Queryable } from './sql/sql.ts';

const CREATE_EXTENSION =
  /^[ \t]*create\s+extension\s+(?:if\s+not\s+exists\s+)?(?:"([^"]+)"|([\w-]+))(?![\w-])[^;]*;/gim;

/**
 * Migrations run as the owner of the tables, who is no superuser. PostGIS and others may be created by
 * superusers alone; where DATABASE_URL names one, those statements are its own.
 */
export async function extensionsByOurselves(sql: Queryable, text: string): Promise<string> {
  if (text.search(CREATE_EXTENSION) < 0) return text;
  const rows = await sql<{ name: string }[]>`
    select distinct v.name from pg_available_extension_versions v
     where v.superuser and not v.trusted
       and (select rolsuper from pg_roles where rolname = session_user)`;
  const untrusted = new Set(rows.map(({ name }) => name));
  return text.replace(CREATE_EXTENSION, (statement, quoted?: string, plain?: string) =>
    untrusted.has(quoted ?? plain?.toLowerCase() ?? '')
      ? `reset role; ${statement.trim()} set role platform_owner;`
      : statement,
  );
}
