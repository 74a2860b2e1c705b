import type { Caller } from './caller.ts';

/** A scope can be asked for something else only after an update of the project. */
const TRUST_MS = 60_000;
const MAX_USES = 500;
const NOTHING = '[]';

/** Until when, by the clock of `performance.now()`. */
const granted = new WeakMap<Caller, Map<string, number>>();

/**
 * Of what a request uses, what the database still has to compare with the token's scopes: nothing that
 * passed a moment ago. A caller is one as long as its claims say the same, scopes among them; whether
 * the token has ended is asked each time, and the policies of its role compare scopes in any case.
 */
export function openUses(caller: Caller, uses = NOTHING): string {
  const until = granted.get(caller)?.get(uses) ?? 0;
  return until > performance.now() ? NOTHING : uses;
}

/** The database has run a request with these. */
export function noteGranted(caller: Caller, uses: string | undefined): void {
  if (uses === undefined || openUses(caller, uses) === NOTHING) return;
  const known = granted.get(caller) ?? new Map<string, number>();
  if (known.size >= MAX_USES) known.clear();
  granted.set(caller, known.set(uses, performance.now() + TRUST_MS));
}
