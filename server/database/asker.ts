import type { Caller } from './caller.ts';

/** What of the claims says who asks: the account, whether it gave its second factor, in which company. */
interface Asker {
  readonly account: string;
  readonly assurance: string;
  /** Null: the token says none. */
  readonly company: string | null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Reading claims costs as much as the rest of the statement; a token's are asked with many times. */
const known = new WeakMap<Caller, Asker | null>();

/** Undefined for whoever is no account: visitors, the service, tokens of others or of a company. */
export function askerOf(caller: Caller): Asker | undefined {
  if (caller.role !== 'authenticated' && caller.role !== 'api_token') return undefined;
  let asker = known.get(caller);
  if (asker === undefined) {
    asker = readAsker(caller.claims);
    known.set(caller, asker);
  }
  return asker ?? undefined;
}

function readAsker(claims: string): Asker | null {
  const { sub, aal, company_id: company } = JSON.parse(claims) as Record<string, unknown>;
  if (typeof sub !== 'string' || !UUID.test(sub)) return null;
  // What is neither a text nor left out is looked up by the policies themselves.
  if (typeof company !== 'string' && company !== undefined && company !== null) return null;
  return {
    account: sub,
    assurance: typeof aal === 'string' ? aal : '',
    company: company ?? null,
  };
}
