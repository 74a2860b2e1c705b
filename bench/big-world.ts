import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from '../server/database/sql/sql.ts';
import { loadGenerator } from './generate.ts';

/** `days`: how far the history of the first two companies goes back; the others have a week. */
export interface WorldSize {
  readonly people: number;
  readonly smallPeople: number;
  readonly companies: number;
  readonly days: number;
}

const OTHERS_PEOPLE = 15;
const OTHERS_DAYS = 7;
const ENTRIES_A_DAY = 2;
const BREAKS_EVERY = 4;

/**
 * Company 1 with everything a company has, company 2 the same but small, many others beside them.
 * 5,000 people and 730 days are 5.2 million entries. Resolves with the number of entries.
 */
export async function generateBigWorld(
  sql: Sql,
  { people, smallPeople, companies, days }: WorldSize,
): Promise<number> {
  const others = Math.max(0, companies - 2);
  const sizes = [people, smallPeople, ...Array<number>(others).fill(OTHERS_PEOPLE)];
  const histories = [days, days, ...Array<number>(others).fill(OTHERS_DAYS)];
  const entries = await sql.begin(async (tx) => {
    await loadGenerator(tx);
    const [made] = await tx<{ entries: number }[]>`
      select private.generate_companies(${sizes}::integer[], ${histories}::integer[], ${BREAKS_EVERY}, ${ENTRIES_A_DAY})::integer as entries`;
    return made?.entries ?? 0;
  });
  for (const file of ['big-world.sql', 'long-history.sql']) {
    await sql.unsafe(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  }
  for (const company of [1, 2]) {
    await sql`select private.generate_field_work(${company})`;
    await sql`select private.generate_events(private.generate_id(${`company ${company}`}), private.generate_id(${`user ${company} 2`}))`;
    await sql`call private.generate_roots(private.generate_id(${`company ${company}`}))`;
  }
  await sql`vacuum analyze`;
  await sql`select private.recount_work()`;
  return entries;
}
