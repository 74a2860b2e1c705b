import { type AppError, toAppError } from '@/lib/errors';

export interface Contact {
  name: string;
  phone?: string;
}

const RULES = ['early', 'off_site', 'no_fix', 'certificate'] as const;

/** Why a rule of the clock stopped somebody, and whom to call. */
export interface ClockRefusal {
  rule: (typeof RULES)[number];
  /** From when the clock starts, where it is too early. */
  at?: string;
  /** What is missing, where certificates stop the clock. */
  certificates?: readonly string[];
  contacts: readonly Contact[];
}

function detailOf({ detail }: AppError): Record<string, unknown> {
  try {
    return JSON.parse(detail ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Null: something else was wrong. */
export function clockRefusalOf(cause: unknown): ClockRefusal | null {
  if (cause === null || cause === undefined) return null;
  const error = toAppError(cause);
  const rule = RULES.find((name) => error.code === `clock_rule_${name}`);
  return rule ? { contacts: [], ...detailOf(error), rule } : null;
}

export interface StoppedPerson {
  name: string;
  rule: ClockRefusal['rule'];
}

/** Somebody a crew starts without. */
export interface BlockedPerson {
  id: string;
  name: string;
  certificates: readonly string[];
}

/** Whose clock a foreman or manager starts only with a reason; empty: something else was wrong. */
export function stoppedPeopleOf(cause: unknown): readonly StoppedPerson[] {
  if (cause === null || cause === undefined) return [];
  const error = toAppError(cause);
  if (error.code !== 'clock_rule_reason_required') return [];
  return (detailOf(error)['people'] as StoppedPerson[] | undefined) ?? [];
}

/** Whom no foreman can start: an owner said which certificates stop the clock. */
export function blockedPeopleOf(cause: unknown): readonly BlockedPerson[] {
  if (cause === null || cause === undefined) return [];
  const error = toAppError(cause);
  if (error.code !== 'clock_rule_certificate') return [];
  return (detailOf(error)['people'] as BlockedPerson[] | undefined) ?? [];
}
