import type { TypedVisit, VisitInput } from '@/entities/site-visit/site-visit';
import { callByName } from '@/lib/call-by-name';
import { changeOnDisk, readStored } from '@/lib/device-store';
import { isRefused, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

const SEND_TIMEOUT_MS = 8000;

/** What this phone knows of its own visit: it is on the disk before it is sent. */
export interface OwnVisit extends VisitInput {
  /** Shows and ends this visit, and no other. */
  secret: string;
  inSent: boolean;
  leftAt: string | null;
  outSent: boolean;
  /** The day was over before they signed out. */
  closed: boolean;
}

export interface SitePage {
  state: 'open';
  company: string;
  project: string;
  time_zone: string;
  server_time: string;
  rules: string;
  rules_es: string;
}

export interface Remembered {
  /** The site as it was last read, for a phone without a signal. */
  page?: SitePage;
  visit?: OwnVisit | null;
  /** Filled in tomorrow. */
  person?: TypedVisit | null;
}

const keyOf = (token: string): string => `site-visit-${token}`;
/** Who uses this phone, at whatever site. */
const PERSON = 'site-visit-person';

export async function readRemembered(token: string): Promise<Remembered> {
  const [own, person] = await Promise.all([
    readStored<Remembered>(keyOf(token)).catch(() => undefined),
    readStored<TypedVisit>(PERSON).catch(() => undefined),
  ]);
  return { ...own, person: person ?? null };
}

/** Resolves when the disk has it. */
export async function remember(token: string, { person, ...changes }: Remembered): Promise<void> {
  await changeOnDisk<Remembered>(
    keyOf(token),
    (before = {}) => ({ ...before, ...changes }),
    person === undefined ? {} : person ? { put: [[PERSON, person]] } : { remove: [PERSON] },
  );
}

export const newSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

interface Answer {
  result?: 'ok' | 'unknown' | 'revoked';
  state?: 'in' | 'out' | 'closed' | 'unknown';
  signed_in_at?: string;
  signed_out_at?: string | null;
}

const call = (name: 'site_sign_in' | 'site_sign_out' | 'my_site_visit', args: object) =>
  withTimeout(
    async (signal) =>
      unwrap(await callByName(supabase(), name, args).abortSignal(signal)) as unknown as Answer,
    SEND_TIMEOUT_MS,
  );

export async function askPage(token: string): Promise<SitePage | { state: 'unknown' | 'revoked' }> {
  return unwrap(
    await supabase().rpc('site_sign_in_page', { token_param: token }),
  ) as unknown as SitePage;
}

/** Refused, and why: what was typed goes back into the form. */
export class VisitRefused extends Error {
  readonly why: unknown;
  constructor(why: unknown) {
    super('The sign-in was refused.');
    this.why = why;
  }
}

async function sendIn(token: string, visit: OwnVisit): Promise<OwnVisit> {
  const { inSent, leftAt, outSent, closed, ...sent } = visit;
  let answer: Answer;
  try {
    answer = await call('site_sign_in', { token_param: token, visit_param: sent });
  } catch (cause) {
    throw isRefused(cause) ? new VisitRefused(cause) : cause;
  }
  if (answer.result !== 'ok') throw new VisitRefused(answer.result);
  return { ...visit, inSent: true, happened_at: answer.signed_in_at ?? visit.happened_at };
}

async function sendOut(visit: OwnVisit): Promise<OwnVisit> {
  const answer = await call('site_sign_out', {
    id_param: visit.id,
    secret_param: visit.secret,
    happened_at_param: visit.leftAt,
  });
  return {
    ...visit,
    outSent: true,
    closed: answer.state === 'closed',
    leftAt: answer.signed_out_at ?? visit.leftAt,
  };
}

/** Somebody else may have signed them out: at the tablet, the foreman, the end of the day. */
async function refresh(visit: OwnVisit): Promise<OwnVisit> {
  const { state, signed_out_at } = await call('my_site_visit', {
    id_param: visit.id,
    secret_param: visit.secret,
  });
  if (state === 'in' || state === undefined) return visit;
  return { ...visit, outSent: true, closed: state !== 'out', leftAt: signed_out_at ?? null };
}

/** Tells the server what it does not know yet, step by step; each step is on the disk before the next. */
export async function sendVisit(token: string): Promise<OwnVisit | null> {
  let { visit } = await readRemembered(token);
  if (!visit) return null;
  const store = async (next: OwnVisit): Promise<OwnVisit> => {
    await remember(token, { visit: next });
    return next;
  };
  if (!visit.inSent) visit = await store(await sendIn(token, visit));
  // Pressed while the sign-in was on its way.
  visit = (await readRemembered(token)).visit ?? visit;
  if (visit.leftAt && !visit.outSent) return store(await sendOut(visit));
  return visit.outSent ? visit : store(await refresh(visit));
}
