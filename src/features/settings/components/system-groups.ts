import type { SystemLine } from '@/features/settings/api/system';

const GROUPS = {
  reach: ['certificate', 'mail', 'sms', 'push'],
  connected: ['webhooks', 'accounting'],
  safety: ['backup', 'restore_test'],
  machine: ['disk', 'database', 'connections', 'memory', 'workers'],
  work: ['update', 'jobs', 'errors'],
  map: ['map', 'geocoder', 'weather'],
} as const;

export type SystemGroup = keyof typeof GROUPS | 'other';

/** The lines in the order of the page; what this version of the app does not know comes last. */
export function groupLines(lines: readonly SystemLine[]): [SystemGroup, SystemLine[]][] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const groups = Object.entries(GROUPS).map(([group, ids]): [SystemGroup, SystemLine[]] => [
    group as SystemGroup,
    ids.flatMap((id) => byId.get(id) ?? []),
  ]);
  const known = new Set<string>(Object.values(GROUPS).flat());
  const others = lines.filter(({ id }) => !known.has(id));
  return [...groups, ['other' as const, others] satisfies [SystemGroup, SystemLine[]]].filter(
    ([, found]) => found.length > 0,
  );
}
