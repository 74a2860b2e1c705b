import type { Session } from '../system.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';

/** Theirs. */
const MAX_PAGE = 1_000;

/** Everything of a kind, page by page. */
export async function* findAll(
  client: QuickBooksClient,
  session: Session,
  entity: string,
  where: string,
): AsyncGenerator<Json> {
  for (let start = 1; ; start += MAX_PAGE) {
    const query = `select * from ${entity} where ${where} startposition ${start} maxresults ${MAX_PAGE}`;
    const answer = await client.ask(session, { path: 'query', parameters: { query } });
    const found = rowsOf(answer['QueryResponse'], entity);
    yield* found;
    if (found.length < MAX_PAGE) return;
  }
}

export function rowsOf(response: unknown, entity: string): readonly Json[] {
  const rows = (response as Json | undefined)?.[entity];
  return Array.isArray(rows) ? (rows as Json[]) : [];
}
