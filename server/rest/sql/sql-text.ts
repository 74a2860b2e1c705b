import type { Slot, Value } from '../request/ast.ts';

/** Where a parameter's value comes from when a statement is bound to one request. */
export type Parameter =
  | { readonly kind: 'fixed'; readonly text: string }
  /** `list`: `(a,b)` to an array literal; `pattern`: `*` to `%`. */
  | { readonly kind: 'slot'; readonly slot: number; readonly as: SlotUse }
  /** The request's body as text. */
  | { readonly kind: 'body' }
  /** What the function gave, when its call was a statement of its own. */
  | { readonly kind: 'callResult' }
  /** An embedded resource's limit, never above `most`. */
  | { readonly kind: 'limit'; readonly slot: number; readonly most: number }
  | { readonly kind: 'offset'; readonly slot: number }
  /** The root's offset, which the `Range` header may move. */
  | { readonly kind: 'rootOffset' }
  | { readonly kind: 'variadic'; readonly slots: readonly number[] };

export type SlotUse = 'text' | 'pattern' | 'list';

/** Collects a statement's parameters while its text is written. Names go in quoted, values never. */
export class Parameters {
  readonly list: Parameter[] = [];
  readonly #slots = new Map<string, string>();

  add(parameter: Parameter): string {
    this.list.push(parameter);
    return `$${this.list.length}`;
  }

  fixed(text: string): string {
    return this.add({ kind: 'fixed', text });
  }

  /** A slot used twice, in the page and in its count, stays one parameter. */
  slot({ slot }: Slot, as: SlotUse): string {
    const key = `${slot}${as}`;
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const placeholder = this.add({ kind: 'slot', slot, as });
    this.#slots.set(key, placeholder);
    return placeholder;
  }

  value(value: Value, as: SlotUse): string {
    if ('slot' in value) return this.slot(value, as);
    return this.fixed(as === 'pattern' ? toPattern(value.text) : value.text);
  }
}

export const toPattern = (text: string) => (text.includes('*') ? text.replaceAll('*', '%') : text);

/** A quoted identifier. NUL cannot be part of one and would end the statement's text. */
export function quote(name: string): string {
  return `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

export const qualified = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`;

/** A constant of the catalog's, such as a column's name, as a string in SQL. */
export function literal(text: string): string {
  const escaped = `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${escaped.replaceAll('\\', '\\\\')}` : escaped;
}
