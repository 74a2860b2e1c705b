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

/** Somebody of a crew whose clock stays as it is, and why. */
export interface RefusedPerson {
  id: string;
  name?: string;
  /** Stable, for programs. */
  hint: string;
  /** The server's own sentence. */
  message: string;
  rule?: ClockRefusal['rule'];
  certificates?: readonly string[];
  contacts?: readonly Contact[];
}

/** Everybody who was refused where nobody of a crew could be done; empty: the call itself was wrong. */
export function refusedPeopleOf(cause: unknown): readonly RefusedPerson[] {
  return (detailOf(toAppError(cause))['people'] as RefusedPerson[] | undefined) ?? [];
}
