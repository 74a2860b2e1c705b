const UNITS_MS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A setting such as `60s`, `1min` or `1500`, as PostgreSQL reads it; 0 is none, or not understood. */
export function durationMs(setting: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(setting.trim()) ?? [];
  return Math.ceil(Number(amount ?? 0) * (UNITS_MS[unit || 'ms'] ?? 0));
}
