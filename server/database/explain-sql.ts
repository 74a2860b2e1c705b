/** What PostgreSQL says about SQL of a project, in one line that helps. */
export function explainSql(error: unknown): string {
  const { message } = error as Error;
  const missing = /^extension "(.+)" is not available/.exec(message)?.[1];
  if (missing === undefined) return message;
  return `the embedded PostgreSQL does not have the extension "${missing}". Set DATABASE_URL to a PostgreSQL that has it, or remove it from the migration.`;
}
