export interface EarningCode {
  readonly code: string;
  readonly name: string;
}

/** Workforce Now has both without anybody setting them up. */
const BUILT_IN: readonly EarningCode[] = [
  { code: 'R', name: 'Regular' },
  { code: 'O', name: 'Overtime' },
];

/**
 * The company's earning codes, from the rules that ADP gives for its pay data: of all paths in them, the ones
 * that end in `earningCode` have the list. The rules name paths in several ways, so they are searched.
 */
export function earningCodes(meta: unknown): EarningCode[] {
  const found = new Map(BUILT_IN.map((earning) => [earning.code, earning]));
  for (const item of listsAt(meta, '')) {
    const { codeValue: code, shortName, longName } = item as Record<string, unknown>;
    if (typeof code !== 'string' || code === '') continue;
    const name = [longName, shortName].find((text) => typeof text === 'string' && text !== '');
    found.set(code, { code, name: (name as string | undefined) ?? found.get(code)?.name ?? code });
  }
  return [...found.values()];
}

function listsAt(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (/earningCode(\/codeValue)?$/.test(key)) {
    const { codeList } = value as { codeList?: { listItems?: unknown[] } };
    if (Array.isArray(codeList?.listItems)) return codeList.listItems;
  }
  return Object.entries(value).flatMap(([name, inner]) => listsAt(inner, name));
}
