/**
 * `alter role authenticator set pgrst.… ` is how a Supabase project configures its data API from a
 * migration. Only whoever made the role may alter it, and migrations run as the owner of the tables,
 * so these statements are taken out and run by themselves.
 */
const apiSetting = /^[ \t]*alter\s+role\s+authenticator\s+(?:set|reset)\s+pgrst\.[^;]*;/gim;

export function splitApiSettings(text: string): {
  readonly rest: string;
  readonly settings: string;
} {
  return {
    rest: text.replace(apiSetting, ''),
    settings: (text.match(apiSetting) ?? []).join('\n'),
  };
}

/** The same for this database alone: others of the server may be configured differently. */
export function inDatabase(settings: string, database: string): string {
  const name = `"${database.replaceAll('"', '""')}"`;
  return settings.replace(/^([ \t]*alter\s+role\s+authenticator)/gim, `$1 in database ${name}`);
}
