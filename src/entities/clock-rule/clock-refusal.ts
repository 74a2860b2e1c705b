import { type AppError, toAppError } from '@/lib/errors';

export interface Contact {
  name: string;
  phone?: string;
}

/** Why a rule of the clock stopped somebody, and whom to call. */
export interface ClockRefusal {
  rule: 'early' | 'off_site' | 'no_fix';
  /** From when the clock starts, where it is too early. */
  at?: string;
  contacts: readonly Contact[];
}

const RULES = ['early', 'off_site', 'no_fix'] as const;

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

/** Whose clock a foreman or manager starts only with a reason; empty: something else was wrong. */
export function stoppedPeopleOf(cause: unknown): readonly StoppedPerson[] {
  if (cause === null || cause === undefined) return [];
  const error = toAppError(cause);
  if (error.code !== 'clock_rule_reason_required') return [];
  return (detailOf(error)['people'] as StoppedPerson[] | undefined) ?? [];
}
