import { belongsTo } from '../parse-certificate.ts';
import type { AcmeClient } from './acme-client.ts';
import type { CertificateStorage, IssuedCertificate } from './certificate-storage.ts';
import type { ChallengeAnswers } from './challenge-answers.ts';
import { CLOCK_TOLERANCE_MS } from './clock-problem.ts';
import { createAccount, type IssuerSettings, openIssuerAccount } from './issuer-account.ts';
import {
  ChallengeFailure,
  type ChallengeType,
  IssuerRefusal,
  TooManyOrders,
} from './issuer-error.ts';
import type { IssuerSession } from './issuer-transport.ts';
import { orderCertificate } from './order-certificate.ts';
import type { OrderRecords } from './order-records.ts';

export interface ObtainRequest {
  readonly issuer: IssuerSettings;
  readonly session: IssuerSession;
  readonly names: readonly string[];
  readonly storage: CertificateStorage;
  readonly records: OrderRecords;
  readonly answers: ChallengeAnswers;
  /** In the order they are tried. */
  readonly challengeTypes: readonly ChallengeType[];
  readonly now: () => Date;
  /** By that clock. */
  readonly isDue: (now: Date) => boolean;
}

export interface Obtained {
  readonly issued: IssuedCertificate;
  readonly challengeType: ChallengeType;
}

/** No way to show that a name is ours worked. */
export class NameNotProven extends Error {
  readonly failures: readonly ChallengeFailure[];

  constructor(failures: readonly ChallengeFailure[]) {
    super('No challenge was passed', { cause: failures[0] });
    this.failures = failures;
  }
}

/** By the issuer's clock nothing is due: ours is wrong. */
export class NotDueYet extends Error {}

/** Another way to the same name would fail as well. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['dns', 'caa', 'rejectedIdentifier']);

/** Tries one kind of challenge after the other; each is an order of its own. */
export async function obtainCertificate(request: ObtainRequest): Promise<Obtained> {
  await request.storage.reserve();
  const { issuer, storage, session } = request;
  const client = await openIssuerAccount(issuer, storage, session);
  await compareClocks(request, client);
  try {
    return await tryChallenges(request, client);
  } catch (error) {
    const isForgotten = error instanceof IssuerRefusal && error.type === 'accountDoesNotExist';
    if (!isForgotten) throw error;
    return tryChallenges(request, await createAccount(issuer, storage, session));
  }
}

/** A clock that runs ahead would order one certificate after the other, each of them expired for it. */
async function compareClocks({ session, now, isDue }: ObtainRequest, client: AcmeClient) {
  await client.readDirectory();
  const offsetMs = session.clockOffsetMs ?? 0;
  if (Math.abs(offsetMs) < CLOCK_TOLERANCE_MS) return;
  if (!isDue(new Date(now().getTime() + offsetMs))) throw new NotDueYet();
}

async function tryChallenges(request: ObtainRequest, client: AcmeClient): Promise<Obtained> {
  const failures: ChallengeFailure[] = [];
  for (const challengeType of request.challengeTypes) {
    try {
      await request.records.addOrder(request.now());
      const { chain, key } = await orderCertificate({ ...request, client, challengeType });
      refuseMismatch(chain, key);
      return { issued: { directoryUrl: request.issuer.directoryUrl, chain, key }, challengeType };
    } catch (error) {
      if (error instanceof TooManyOrders && failures.length > 0) break;
      if (!(error instanceof ChallengeFailure)) throw error;
      failures.push(error);
      if (ABOUT_THE_NAME.has(error.type)) break;
    }
  }
  throw new NameNotProven(failures);
}

function refuseMismatch(chain: string, key: string): void {
  if (belongsTo(chain, key)) return;
  const detail = 'its certificate does not fit the key it was ordered for';
  throw new IssuerRefusal({ type: 'about:blank', detail }, 200);
}
