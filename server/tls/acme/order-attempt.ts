import type { Logger } from '../../http/log.ts';
import type { IssuedCertificate } from './certificate-storage.ts';
import { clockProblem } from './clock-problem.ts';
import { explainFailure } from './explain-failure.ts';
import { AccountRefusal } from './issuer-account.ts';
import { type ChallengeType, IssuerRefusal, TooManyOrders } from './issuer-error.ts';
import { NotDueYet, type ObtainRequest, obtainCertificate } from './obtain-certificate.ts';
import type { Attempts } from './order-records.ts';
import { pauseAfter } from './renewal-time.ts';

export interface AttemptRequest extends Omit<ObtainRequest, 'challengeTypes'> {
  readonly log: Logger;
  readonly place: string;
  readonly addressesOf: (name: string) => Promise<readonly string[]>;
  /** Whether anything listens for HTTP-01. */
  readonly hasHttp: boolean;
  /** One that was issued and could not be stored yet: no second order for it. */
  readonly unstored: IssuedCertificate | undefined;
  /** Used from now on, stored or not. */
  readonly onIssued: (issued: IssuedCertificate) => void;
  readonly onStored: () => void;
}

/** One try, if it is time for one; its result is what the records then say. */
export async function attemptOrder(request: AttemptRequest): Promise<void> {
  const { records, session, now, log } = request;
  const before = await records.read(now());
  if (before.nextTryAt && before.nextTryAt > now()) return;
  try {
    const challengeType = await obtainAndStore(request, before);
    await records.write({ failures: 0, problem: null, nextTryAt: null, challengeType });
    const problem = clockProblem(now(), session.clockOffsetMs);
    if (problem !== null) log.warn(problem);
    log.info(`New certificate for ${request.names.join(', ')}`);
  } catch (error) {
    // Stopped in between: nobody's failure.
    if (session.signal.aborted) return;
    await noteFailure(request, before, error);
  }
}

async function obtainAndStore(request: AttemptRequest, before: Attempts): Promise<ChallengeType> {
  if (request.unstored) {
    await store(request, request.unstored);
    return before.challengeType;
  }
  const challengeTypes = typesToTry(request.hasHttp, before.challengeType);
  const { issued, challengeType } = await obtainCertificate({ ...request, challengeTypes });
  request.onIssued(issued);
  await store(request, issued);
  return challengeType;
}

async function store({ storage, onStored }: AttemptRequest, issued: IssuedCertificate) {
  await storage.writeCertificate(issued);
  onStored();
}

/** What worked last comes first. */
function typesToTry(hasHttp: boolean, preferred: ChallengeType): ChallengeType[] {
  if (!hasHttp) return ['tls-alpn-01'];
  return preferred === 'tls-alpn-01' ? ['tls-alpn-01', 'http-01'] : ['http-01', 'tls-alpn-01'];
}

async function noteFailure(request: AttemptRequest, before: Attempts, error: unknown) {
  const { records, session, now, log } = request;
  const failures = before.failures + 1;
  const clock = clockProblem(now(), session.clockOffsetMs);
  const isAboutClock = error instanceof NotDueYet;
  const problem = isAboutClock && clock !== null ? clock : await explainFailure(error, request);
  const nextTryAt = new Date(now().getTime() + waitMs(error, failures, now()));
  await records.write({ ...before, failures, problem, nextTryAt });
  log.warn(`${problem} Next try: ${nextTryAt.toISOString().slice(0, 19)}Z`);
}

function waitMs(error: unknown, failures: number, now: Date): number {
  if (error instanceof TooManyOrders) return error.nextAt.getTime() - now.getTime();
  const refusal = error instanceof AccountRefusal ? error.refusal : error;
  const askedMs =
    refusal instanceof IssuerRefusal
      ? Math.max(refusal.retryAfterMs ?? 0, retryTimeIn(refusal.message) - now.getTime())
      : 0;
  return pauseAfter(failures, askedMs);
}

/** Let's Encrypt writes it into the text as well: "retry after 2026-11-17 15:04:05 UTC". */
function retryTimeIn(detail: string): number {
  const [, day, time] = /retry after (\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/i.exec(detail) ?? [];
  return day === undefined ? 0 : Date.parse(`${day}T${time}Z`);
}
