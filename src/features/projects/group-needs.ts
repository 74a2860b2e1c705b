import type { HubNeed } from '@/features/projects/api/hub-query';

/** Needs that are decided in one place stand in one line. */
export interface NeedGroup {
  key: string;
  /** The latest of them. */
  need: HubNeed;
  count: number;
}

const keyOf = (need: HubNeed): string => {
  switch (need.kind) {
    case 'verification':
      return `${need.kind} ${need.what}`;
    case 'budget':
      return `${need.kind} ${need.what} ${need.name}`;
    case 'reading':
      return `${need.kind} ${need.id}`;
    default:
      return need.kind;
  }
};

/** In the order they come, the latest of each first. */
export function groupNeeds(needs: readonly HubNeed[]): NeedGroup[] {
  const groups = new Map<string, NeedGroup>();
  for (const need of needs) {
    const key = keyOf(need);
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { key, need, count: 1 });
  }
  return [...groups.values()];
}
