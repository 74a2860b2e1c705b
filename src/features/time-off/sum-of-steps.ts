export interface Step {
  kind: string;
  change: number;
}

/** What each kind of step adds up to, in the order they first occur. */
export function sumOfSteps(steps: readonly Step[]): Step[] {
  const sums = new Map<string, number>();
  for (const { kind, change } of steps) sums.set(kind, (sums.get(kind) ?? 0) + change);
  return [...sums].map(([kind, change]) => ({ kind, change }));
}
