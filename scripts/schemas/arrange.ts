// Puts definitions into files, and files into an order that applies to an empty platform database.
import type { Definition, Kind } from './definition.ts';
import { FIRST, homeOf } from './homes.ts';

export interface SchemaFile {
  /** The noun: `time_entries` is `supabase/schemas/time_entries.sql`. */
  readonly name: string;
  readonly blocks: readonly Definition[];
}

/** These cannot wait for a later file; everything else may stand where the last thing it needs stands. */
const FIXED: ReadonlySet<Kind> = new Set([
  'schema',
  'extension',
  'default rights',
  'type',
  'table',
  'view',
]);

export function arrange(all: readonly Definition[]): SchemaFile[] {
  const byId = new Map(all.map((definition) => [definition.id, definition]));
  const homes = new Map(all.map((definition) => [definition.id, homeOf(definition, all)]));
  const order = orderFiles(all, byId, homes);
  const places = place(all, byId, homes, order);
  return order.flatMap((name, index) => {
    const own = all.filter(({ id }) => places.get(id) === index);
    return own.length > 0 ? [{ name, blocks: orderBlocks(own) }] : [];
  });
}

/** What nobody needs waits until everything is there, so that all of it can stay in its file. */
const LAST = 1_000_000;

/** Of the files whose fixed needs are met: fewest foreign keys open, then fewest other needs, then by name. */
function orderFiles(
  all: readonly Definition[],
  byId: ReadonlyMap<string, Definition>,
  homes: ReadonlyMap<string, string>,
): string[] {
  const fixed = new Map<string, Set<string>>();
  const keys = new Map<string, Set<string>>();
  const loose = new Map<string, Set<string>>();
  for (const name of homes.values()) {
    fixed.set(name, new Set(name === FIRST ? [] : [FIRST]));
    keys.set(name, new Set());
    loose.set(name, new Set());
  }
  for (const definition of all) {
    const home = homes.get(definition.id) as string;
    const others = definition.kind === 'foreign key' ? keys : loose;
    const group = FIXED.has(definition.kind) ? fixed : others;
    for (const need of definition.needs.filter((id) => byId.has(id))) {
      const other = homes.get(need) as string;
      if (other !== home) group.get(home)?.add(other);
    }
  }
  const order: string[] = [];
  const open = new Set([...fixed.keys()].sort());
  const left = (needs: Set<string> | undefined) =>
    [...(needs ?? [])].filter((name) => open.has(name)).length;
  const needed = new Set([...fixed, ...keys, ...loose].flatMap(([, needs]) => [...needs]));
  const rank = (name: string) =>
    needed.has(name) ? left(keys.get(name)) * 1000 + left(loose.get(name)) : LAST;
  while (open.size > 0) {
    const ready = [...open].filter((name) => left(fixed.get(name)) === 0);
    if (ready.length === 0) {
      throw new Error(
        `These nouns need each other, give them one file in scripts/schemas/homes.ts: ${[...open]}`,
      );
    }
    const next = ready.reduce((best, name) => (rank(name) < rank(best) ? name : best));
    order.push(next);
    open.delete(next);
  }
  return order;
}

function place(
  all: readonly Definition[],
  byId: ReadonlyMap<string, Definition>,
  homes: ReadonlyMap<string, string>,
  order: readonly string[],
): Map<string, number> {
  const places = new Map<string, number>();
  const placeOf = (definition: Definition): number => {
    const known = places.get(definition.id);
    if (known !== undefined) return known;
    const home = order.indexOf(homes.get(definition.id) as string);
    places.set(definition.id, home);
    const needs = definition.needs.flatMap((id) => byId.get(id) ?? []);
    const at = Math.max(home, ...needs.map(placeOf));
    places.set(definition.id, at);
    return at;
  };
  for (const definition of all) placeOf(definition);
  return places;
}

/** Each table with its keys, policies and triggers, then views and functions by name; needs come first. */
function orderBlocks(own: readonly Definition[]): Definition[] {
  const byId = new Map(own.map((definition) => [definition.id, definition]));
  const done = new Set<string>();
  const result: Definition[] = [];
  const add = (definition: Definition): void => {
    if (done.has(definition.id)) return;
    done.add(definition.id);
    for (const id of definition.needs) {
      const needed = byId.get(id);
      if (needed) add(needed);
    }
    result.push(definition);
  };
  const of = (...kinds: Kind[]) => own.filter(({ kind }) => kinds.includes(kind));
  for (const definition of of('schema', 'extension', 'default rights', 'type')) add(definition);
  for (const table of of('table')) {
    add(table);
    for (const kind of ['foreign key', 'policy', 'publication', 'trigger'] as const) {
      for (const attached of of(kind)) if (attached.table === table.name) add(attached);
    }
  }
  for (const definition of [...of('view', 'function'), ...own]) add(definition);
  return result;
}
