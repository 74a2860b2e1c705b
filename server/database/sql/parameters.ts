export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly Parameter[];

/** What PostgreSQL could not guess from the text of a value, it is told. */
export function castOf(value: Parameter): string {
  if (typeof value === 'boolean') return '::boolean';
  if (typeof value === 'bigint') return '::bigint';
  if (value instanceof Date) return '::timestamptz';
  if (value instanceof Uint8Array) return '::bytea';
  return '';
}

/** Arrays and bytes are left to the driver, which knows how to write them. */
export function toWire(value: Parameter): unknown {
  if (value === undefined) throw new TypeError('A query was given undefined instead of null');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  return value;
}
