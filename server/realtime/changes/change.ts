import { readJsonFields } from './json-fields.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** A row of the outbox that tells of a changed row. */
export interface ChangeRow {
  readonly id: number;
  readonly relation: number;
  readonly operation: Operation;
  readonly record: string | null;
  readonly old_record: string | null;
  readonly created_at: string;
}

/** A changed row, its values as PostgreSQL wrote them. */
export class Change {
  /** Of its row in the outbox. */
  readonly id: number;
  readonly relation: number;
  readonly operation: Operation;
  readonly committedAt: string;
  /** JSON text of the row after the change, or of the deleted row. */
  readonly current: string;
  readonly old: string | null;
  #fields: Map<string, string> | undefined;
  #oldFields: Map<string, string> | undefined;

  constructor(row: ChangeRow) {
    this.id = row.id;
    this.relation = row.relation;
    this.operation = row.operation;
    this.committedAt = new Date(row.created_at).toISOString();
    this.current = row.record ?? row.old_record ?? '{}';
    this.old = row.operation === 'UPDATE' ? row.old_record : null;
  }

  get fields(): Map<string, string> {
    this.#fields ??= readJsonFields(this.current);
    return this.#fields;
  }

  get oldFields(): Map<string, string> {
    this.#oldFields ??= readJsonFields(this.old ?? '{}');
    return this.#oldFields;
  }
}
