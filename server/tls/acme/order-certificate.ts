import { setTimeout as sleep } from 'node:timers/promises';
import type { AcmeClient, Authorization, Order } from './acme-client.ts';
import type { Challenge, ChallengeAnswers } from './challenge-answers.ts';
import {
  ChallengeFailure,
  type ChallengeType,
  IssuerRefusal,
  IssuerUnreachable,
} from './issuer-error.ts';
import type { IssuerSession } from './issuer-transport.ts';
import { createSigningRequest } from './signing-request.ts';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;
/** An issuer that has not decided by then is asked again with another order. */
const DECISION_TIMEOUT_MS = 5 * 60_000;

export interface OrderRequest {
  readonly client: AcmeClient;
  readonly session: IssuerSession;
  readonly names: readonly string[];
  readonly challengeType: ChallengeType;
  readonly answers: ChallengeAnswers;
}

/** One order from beginning to end; what it stored for challenges is removed again. */
export async function orderCertificate(
  request: OrderRequest,
): Promise<{ readonly chain: string; readonly key: string }> {
  const { client, session, names } = request;
  const order = await client.createOrder(names);
  await proveNames(request, order);
  const { key, csr } = await createSigningRequest(names);
  const ready = await poll(session, order, (known) => client.readOrder(known), isReady);
  if (ready.status === 'ready') await client.finalizeOrder(ready, csr);
  const valid = await poll(session, order, (known) => client.readOrder(known), isIssued);
  return { chain: await client.readCertificate(valid), key };
}

async function proveNames(request: OrderRequest, order: Order): Promise<void> {
  const { client, session, answers } = request;
  const authorizations = await client.readAuthorizations(order);
  const pending = authorizations.filter(({ status }) => status === 'pending');
  const offered = pending.map((authorization) => chooseChallenge(request, authorization));
  const challenges = await Promise.all(
    offered.map(async ({ name, challenge }): Promise<Challenge> => {
      const keyAuthorization = await client.keyAuthorization(challenge);
      return { token: challenge.token, name, keyAuthorization };
    }),
  );
  await answers.add(challenges);
  try {
    for (const { challenge } of offered) await client.completeChallenge(challenge);
    const decided = await poll(
      session,
      authorizations,
      () => client.readAuthorizations(order),
      (known) => known.every(({ status }) => status !== 'pending'),
    );
    for (const authorization of decided) refuseFailed(request.challengeType, authorization);
  } finally {
    // What is left because the database went away ends by itself.
    await answers.remove(challenges).catch(() => undefined);
  }
}

function chooseChallenge(
  { challengeType }: OrderRequest,
  { identifier, challenges }: Authorization,
) {
  const name = identifier.value;
  const challenge = challenges.find(({ type }) => type === challengeType);
  if (challenge) return { name, challenge };
  const detail = `the issuer offers no ${challengeType}`;
  throw new ChallengeFailure(challengeType, name, { type: 'unsupportedChallenge', detail });
}

function refuseFailed(type: ChallengeType, { status, identifier, challenges }: Authorization) {
  if (status === 'valid') return;
  const failed = challenges.find(({ error }) => error);
  const problem = failed?.error ?? { type: 'unknown', detail: `the authorization is ${status}` };
  throw new ChallengeFailure(type, identifier.value, problem);
}

const isReady = ({ status }: Order): boolean => status !== 'pending';

function isIssued({ status, error }: Order): boolean {
  if (status === 'invalid') {
    const problem = error ?? { type: 'invalid', detail: status };
    throw new IssuerRefusal(problem, 200);
  }
  return status === 'valid';
}

/** Asks again until `isDone`, in the pauses that the issuer names or growing ones. */
async function poll<T>(
  session: IssuerSession,
  first: T,
  ask: (known: T) => Promise<T>,
  isDone: (known: T) => boolean,
): Promise<T> {
  const giveUpAt = performance.now() + DECISION_TIMEOUT_MS;
  let known = first;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
    known = await ask(known);
    if (isDone(known)) return known;
    if (performance.now() > giveUpAt) throw new IssuerUnreachable('it does not decide');
    const askedMs = Math.min(session.retryAfterMs ?? 0, DECISION_TIMEOUT_MS);
    await sleep(Math.max(pauseMs, askedMs), undefined, { signal: session.signal });
  }
}
