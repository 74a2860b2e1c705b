interface Wanted {
  /** Of a column, a parameter or the table that a key leads to. */
  readonly name: string;
  readonly type: string;
  readonly literals: readonly string[];
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly links: readonly string[];
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const NUMBERS: Readonly<Record<string, readonly unknown[]>> = {
  smallint: [0, 1, 5, -1, 32_767],
  integer: [0, 1, 7, 60, 480, -1, 2_147_483_647],
  bigint: [0, 1, 100, -1, '9223372036854775807'],
  numeric: [0, 0.5, 1, 25.75, -1, '1e30', 'NaN'],
  'double precision': [0, 1.5, -73.75, 42.65, 'NaN', 'Infinity', '-1e308'],
  real: [0, 1.5, 'NaN', 'Infinity'],
};
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Mostly what fits, some of it at the edge of its type. */
export function sampleValues({ name, type, literals, ids, links }: Wanted): readonly unknown[] {
  if (type.endsWith('[]')) {
    const inner = sampleValues({ name, type: type.slice(0, -2), literals, ids, links });
    return [inner.slice(0, 1), inner.slice(0, 3), inner.slice(2, 4), []];
  }
  if (type === 'uuid') return idsFor(name, ids);
  if (type in NUMBERS) return NUMBERS[type] ?? [];
  if (type === 'boolean') return [true, false];
  if (type === 'date') {
    return [...[0, -1, -7, 7].map(day), '2026-03-02', '2020-01-01', 'infinity', '4713-01-01 BC'];
  }
  if (type.startsWith('timestamp')) {
    return [...[0, -60, -480, 60, -4_000].map(instant), '2026-03-08T07:30:00Z', '-infinity'];
  }
  if (type.startsWith('time')) return ['07:00', '15:30:00', '24:00'];
  if (type === 'interval') return ['1 hour', '-1 day', 'P1Y'];
  if (type.startsWith('json')) return documents(literals, ids);
  if (/token|link/.test(name) && links.length > 0) return [...links, 'f'.repeat(48), ''];
  const texts = literals.length > 0 ? literals.slice(0, 40) : ['Sam', 'office', 'a'.repeat(300)];
  return [...texts, '', 'Harbor Point', 'sam@example.com', '+14155550123', 'en', '2026-03-02'];
}

/** Texts that stand quoted in SQL or TypeScript. */
export function literalsIn(source: string): string[] {
  const found = [...source.matchAll(/'([A-Za-z][\w.:-]{0,30})'/g)].map(([, text]) => text ?? '');
  return [...new Set(found)];
}

/** Objects whose keys are what the source names. */
function documents(
  keys: readonly string[],
  ids: ReadonlyMap<string, readonly string[]>,
): unknown[] {
  const values = ['2026-03-02', 1, 'Sam', true, null, instant(-60), [], {}, ...some(ids)];
  const object = (offset: number) =>
    Object.fromEntries(
      keys.slice(0, 30).map((key, index) => {
        const own = /(^|_)id$/.test(key) ? idsFor(key, ids) : values;
        return [key, own[(index * 7 + offset) % own.length]];
      }),
    );
  return [{}, object(0), object(1), object(2), object(5), [object(3), object(4)], [], null, 'x', 1];
}

function idsFor(name: string, ids: ReadonlyMap<string, readonly string[]>): string[] {
  const noun = name.replace(/_param$/, '').replace(/_ids?$/, '');
  const plural = [noun, `${noun}s`, noun.replace(/y$/, 'ies')].find((one) => ids.has(one));
  const own = plural === undefined ? some(ids) : (ids.get(plural) ?? []);
  return [...own, UNKNOWN_ID];
}

function some(ids: ReadonlyMap<string, readonly string[]>): string[] {
  return [...ids.values()].flatMap((own) => [own[0], own.at(-1)].filter((id) => id !== undefined));
}

const day = (days: number): string => instant(days * (DAY_MS / MINUTE_MS)).slice(0, 10);
const instant = (minutes: number): string =>
  new Date(Date.now() + minutes * MINUTE_MS).toISOString();
