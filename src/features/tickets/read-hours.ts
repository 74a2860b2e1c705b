/** Hours as people type them: 2.5, 2,5 or 2:30; empty is none. Null: not hours of a day. */
export function readHours(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return 0;
  const [, hours = '', minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  const value = minutes === undefined ? Number(text) : Number(hours) + Number(minutes) / 60;
  if (!/^\d*\.?\d*$|:/.test(text) || !Number.isFinite(value) || value > 24) return null;
  // Exact to the minute.
  return Math.round((Math.round(value * 60) / 60) * 100) / 100;
}

/** A quantity over nothing, with at most three decimals. */
export function readQuantity(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const value = Number(text);
  if (!/^\d+(\.\d{1,3})?$/.test(text) || value <= 0 || value > 1_000_000) return null;
  return value;
}
