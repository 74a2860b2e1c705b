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

export type Values = Readonly<Record<string, unknown>>;

/** Rows for an insert, with the columns of the first, or behind `set` the one for an update. */
export class ValueRows {
  readonly rows: readonly Values[];

  constructor(rows: readonly Values[]) {
    this.rows = rows;
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
    else if (value instanceof ValueRows) this.#addRows(value.rows);
    else this.#parameter(toWire(value as Parameter), castOf(value as Parameter));
  }

  #addRows(rows: readonly Values[]): void {
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map((name) => pg.escapeIdentifier(name));
    if (/\bset\s*$/i.test(this.text)) {
      this.#addList(
        columns.map((column) => rows[0]?.[column]),
        (index) => `${names[index]} = `,
      );
      return;
    }
    this.text += `(${names.join(', ')}) values `;
    for (const [index, row] of rows.entries()) {
      this.text += index > 0 ? ', (' : '(';
      this.#addList(columns.map((column) => row[column]));
      this.text += ')';
    }
  }

  #addList(values: readonly unknown[], before: (index: number) => string = () => ''): void {
    for (const [index, value] of values.entries()) {
      this.text += `${index > 0 ? ', ' : ''}${before(index)}`;
      this.#add(value);
    }
  }

  #parameter(value: unknown, cast: string): void {
    this.values.push(value);
    this.text += `$${this.values.length}${cast}`;
  }
}
