/** What PostgreSQL said, field by field (the protocol's ErrorResponse). */
export class PostgresError extends Error {
  /** SQLSTATE, e.g. `23505`. */
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly constraint: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  /** The function of PostgreSQL that said it. */
  readonly routine: string | undefined;

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'PostgreSQL error');
    this.code = fields.get('C') ?? 'XX000';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.constraint = fields.get('n');
    this.schema = fields.get('s');
    this.table = fields.get('t');
    this.column = fields.get('c');
    this.routine = fields.get('R');
  }
}

const OVERTAKEN_ROUTINES = ['tupledesc_match', 'CheckVarSlotCompatibility'];
/** serialization_failure and deadlock_detected: PostgreSQL undid one of several so that the others go on. */
const UNDONE_FOR_OTHERS = ['40001', '40P01'];

/**
 * Whether the same transaction is worth another try. Nothing of it was done, and the cause is gone: it gave
 * way to another, or its call was planned, waited for a migration that changed its table, and returned rows
 * that the plan does not expect.
 */
export function isWorthRetrying(error: unknown): boolean {
  return (
    isUndoneForOthers(error) ||
    (error instanceof PostgresError && OVERTAKEN_ROUTINES.includes(error.routine ?? ''))
  );
}

/** Whichever client said it. */
export function isUndoneForOthers(error: unknown): boolean {
  return UNDONE_FOR_OTHERS.includes(String((error as { code?: unknown } | null)?.code));
}
