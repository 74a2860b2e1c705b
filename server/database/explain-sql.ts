/** What PostgreSQL says about SQL of a project, in one line that helps. */
export function explainSql(error: unknown): string {
  const { message } = error as Error;
  const missing = /^extension "(.+)" is not available/.exec(message)?.[1];
  if (missing === undefined) return message;
  return `the embedded PostgreSQL does not have the extension "${missing}". Put its files into DATA_DIR/extension if it is written in SQL alone (pgTAP is), or set DATABASE_URL to a PostgreSQL that has it.`;
}
