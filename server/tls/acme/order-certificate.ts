import { setTimeout as sleep } from 'node:timers/promises';
import type { Authorization, Client, Order } from 'acme-client';
import type { Challenge, ChallengeAnswers } from './challenge-answers.ts';
import {
  ChallengeFailure,
  type ChallengeType,
  IssuerRefusal,
  IssuerUnreachable,
  type ProblemDocument,
} from './issuer-error.ts';
import { type IssuerSession, loadAcmeClient } from './issuer-transport.ts';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;
/** An issuer that has not decided by then is asked again with another order. */
const DECISION_TIMEOUT_MS = 5 * 60_000;

export interface OrderRequest {
  readonly client: Client;
  readonly session: IssuerSession;
  readonly names: readonly string[];
  readonly challengeType: ChallengeType;
  readonly answers: ChallengeAnswers;
}

interface OfferedChallenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly error?: ProblemDocument;
}

/** One order from beginning to end; what it stored for challenges is removed again. */
export async function orderCertificate(
  request: OrderRequest,
): Promise<{ readonly chain: string; readonly key: string }> {
  const { client, session, names } = request;
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  const order = await client.createOrder({ identifiers });
  await proveNames(request, order);
  const { crypto } = await loadAcmeClient();
  const [key, csr] = await crypto.createCsr(
    { altNames: [...names] },
    await crypto.createPrivateEcdsaKey(),
  );
  const ready = await poll(session, order, (known) => client.getOrder(known), isReady);
  if (ready.status === 'ready') await client.finalizeOrder(ready, csr);
  const valid = await poll(session, order, (known) => client.getOrder(known), isIssued);
  return { chain: await client.getCertificate(valid), key: key.toString() };
}

async function proveNames(request: OrderRequest, order: Order): Promise<void> {
  const { client, session, answers } = request;
  const authorizations = await client.getAuthorizations(order);
  const pending = authorizations.filter(({ status }) => status === 'pending');
  const offered = pending.map((authorization) => chooseChallenge(request, authorization));
  const challenges = await Promise.all(
    offered.map(async ({ name, challenge }): Promise<Challenge> => {
      const keyAuthorization = await client.getChallengeKeyAuthorization(challenge as never);
      return { token: challenge.token, name, keyAuthorization };
    }),
  );
  await answers.add(challenges);
  try {
    for (const { challenge } of offered) await client.completeChallenge(challenge as never);
    const decided = await poll(
      session,
      authorizations,
      () => client.getAuthorizations(order),
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
  const challenge = (challenges as readonly OfferedChallenge[]).find(
    ({ type }) => type === challengeType,
  );
  if (challenge) return { name, challenge };
  const detail = `the issuer offers no ${challengeType}`;
  throw new ChallengeFailure(challengeType, name, { type: 'unsupportedChallenge', detail });
}

function refuseFailed(type: ChallengeType, { status, identifier, challenges }: Authorization) {
  if (status === 'valid') return;
  const failed = (challenges as readonly OfferedChallenge[]).find(({ error }) => error);
  const problem = failed?.error ?? { type: 'unknown', detail: `the authorization is ${status}` };
  throw new ChallengeFailure(type, identifier.value, problem);
}

const isReady = ({ status }: Order): boolean => status !== 'pending';

function isIssued({ status, error }: Order): boolean {
  if (status === 'invalid') {
    const problem = (error as ProblemDocument | undefined) ?? { type: 'invalid', detail: status };
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
