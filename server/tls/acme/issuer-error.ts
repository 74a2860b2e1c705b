/** What an issuer answers instead of what it was asked for (RFC 7807, RFC 8555 section 6.7). */
export interface ProblemDocument {
  readonly type: string;
  readonly detail: string;
  /** Where a person has to go, with `userActionRequired`. */
  readonly instance?: string | undefined;
}

const PREFIX = 'urn:ietf:params:acme:error:';

/** The issuer refuses. */
export class IssuerRefusal extends Error {
  /** As in RFC 8555, without its prefix: `rateLimited`. */
  readonly type: string;
  readonly status: number;
  readonly instance: string | undefined;
  /** When the issuer wants to be asked again at the earliest. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ProblemDocument, status: number, retryAfterMs?: number) {
    super(problem.detail);
    this.type = problem.type.replace(PREFIX, '');
    this.status = status;
    this.instance = problem.instance;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came, or none that an issuer gives. `code` as Node has it, where there is one. */
export class IssuerUnreachable extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

export type ChallengeType = 'http-01' | 'tls-alpn-01';

/** The issuer could not see that a name is ours. */
export class ChallengeFailure extends Error {
  readonly challengeType: ChallengeType;
  readonly domain: string;
  /** Of its problem document, as in `IssuerRefusal`. */
  readonly type: string;

  constructor(challengeType: ChallengeType, domain: string, problem: ProblemDocument) {
    super(problem.detail);
    this.challengeType = challengeType;
    this.domain = domain;
    this.type = problem.type.replace(PREFIX, '');
  }
}

/** Our own limit, so that an issuer is never flooded. */
export class TooManyOrders extends Error {
  readonly nextAt: Date;

  constructor(nextAt: Date) {
    super('Too many orders within the last hour');
    this.nextAt = nextAt;
  }
}
