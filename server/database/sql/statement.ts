import pg from 'pg';
import { castOf, type Parameter, toWire } from './parameters.ts';

/** Part of a statement, with values. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export class Identifiers {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  toString(): string {
    return this.names.map((name) => pg.escapeIdentifier(name)).join(', ');
  }
}

export class Json {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** Columns with their values, for an insert or, behind `set`, for an update. */
export class Values {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(values: Readonly<Record<string, unknown>>) {
    this.entries = Object.entries(values);
  }
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The text with `$1`, `$2` … and the values in that order. */
export function toStatement(fragment: Fragment): Statement {
  const writer = new StatementWriter();
  writer.write(fragment);
  return writer;
}

class StatementWriter implements Statement {
  readonly values: unknown[] = [];
  text = '';

  write({ strings, values }: Fragment): void {
    for (const [index, string] of strings.entries()) {
      this.text += string;
      if (index < values.length) this.#add(values[index]);
    }
  }

  #add(value: unknown): void {
    if (value instanceof Fragment) this.write(value);
    else if (value instanceof Identifiers) this.text += value;
    else if (value instanceof Json) this.#parameter(value.text, '::jsonb');
    else if (value instanceof Values) this.#addValues(value);
    else this.#parameter(toWire(value as Parameter), castOf(value as Parameter));
  }

  #addValues({ entries }: Values): void {
    const isUpdate = /\bset\s*$/i.test(this.text);
    const names = entries.map(([name]) => pg.escapeIdentifier(name));
    if (!isUpdate) this.text += `(${names.join(', ')}) values (`;
    for (const [index, [, value]] of entries.entries()) {
      if (index > 0) this.text += ', ';
      if (isUpdate) this.text += `${names[index]} = `;
      this.#add(value);
    }
    if (!isUpdate) this.text += ')';
  }

  #parameter(value: unknown, cast: string): void {
    this.values.push(value);
    this.text += `$${this.values.length}${cast}`;
  }
}
