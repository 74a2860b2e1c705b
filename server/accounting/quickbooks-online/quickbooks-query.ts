import type { Session } from '../system.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';

/** Theirs. */
const MAX_PAGE = 1_000;

/** At most so many changes of an entity come. */
export const MAX_CHANGES = 1_000;

/** What changed or was deleted since, up to 30 days back, by entity. */
export async function changesSince<Entity extends string>(
  client: QuickBooksClient,
  session: Session,
  entities: readonly Entity[],
  since: Date,
): Promise<ReadonlyMap<Entity, readonly Json[]>> {
  const parameters = { entities: entities.join(','), changedSince: since.toISOString() };
  const answer = await client.ask(session, { path: 'cdc', parameters });
  const responses = rowsOf(answer, 'CDCResponse').flatMap((each) => rowsOf(each, 'QueryResponse'));
  return new Map(
    entities.map((entity) => [entity, responses.flatMap((response) => rowsOf(response, entity))]),
  );
}

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

function rowsOf(response: unknown, entity: string): readonly Json[] {
  const rows = (response as Json | undefined)?.[entity];
  return Array.isArray(rows) ? (rows as Json[]) : [];
}
