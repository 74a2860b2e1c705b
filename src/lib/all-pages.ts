import { type Outcome, unwrap } from '@/lib/errors';

/** What the data API hands out at once. */
const PAGE = 1000;

/** All rows of an answer that may be longer than one page; `from` and `to` are inclusive. */
export async function allPages<Item>(
  fetchPage: (from: number, to: number) => Promise<Item[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const page = await fetchPage(all.length, all.length + PAGE - 1);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

interface Question<Item> {
  range(from: number, to: number): PromiseLike<Outcome<Item[]>>;
}

/** The same for a question that is made anew for every page; its answer has an order. */
export function allRows<Item>(ask: () => Question<Item>): Promise<Item[]> {
  return allPages(async (from, to) => unwrap(await ask().range(from, to)));
}
