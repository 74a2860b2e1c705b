import { createHash, randomUUID } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import type { WaitingLink } from './oidc/identities.ts';
import { equalHex, randomToken, tokenHash } from './tokens/secret-values.ts';

/** PKCE: the client shows a challenge at the start and its preimage when it fetches the session. */
export interface PkceChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

interface FlowState {
  readonly id: string;
  readonly user_id: string;
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly authentication_method: string;
  readonly provider_type: string;
  readonly provider_access_token: string | null;
  readonly link: WaitingLink | null;
  readonly expired: boolean;
}

/** What its code stood for. */
export interface ExchangedFlow {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly provider: string;
  /** Of the provider, sealed with the code. */
  readonly sealedTokens: string | null;
  readonly link: WaitingLink | null;
}

const CHALLENGE = /^[a-zA-Z0-9._~-]{43,128}$/;
const CODE_VALID_SECONDS = 300;

export function readChallenge(challenge: string, method: string): PkceChallenge | undefined {
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw validationFailed(
      'PKCE flow requires code_challenge_method and code_challenge to be specified',
    );
  }
  const normalized = method.toLowerCase();
  if (normalized !== 's256' && normalized !== 'plain') {
    throw validationFailed('code challenge method not supported');
  }
  if (!CHALLENGE.test(challenge)) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  return { challenge, method: normalized };
}

export async function createFlowState(
  sql: Queryable,
  pkce: PkceChallenge,
  userId: string,
  authenticationMethod: string,
  providerType = 'email',
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.flow_state
      (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at)
    values (${id}, ${userId}, ${tokenHash(randomToken())}, ${pkce.method}, ${pkce.challenge},
      ${providerType}, ${authenticationMethod}, now(), now())`;
  return id;
}

/** The code that goes into the redirect, once the link of this flow has been followed. */
export async function issueAuthCode(sql: Queryable, flowStateId: string): Promise<string> {
  const code = randomUUID();
  const rows = await sql`
    update auth.flow_state
       set auth_code = ${tokenHash(code)}, auth_code_issued_at = clock_timestamp(), updated_at = now()
     where id = ${flowStateId} returning id`;
  if (rows.length === 0) throw flowNotFound();
  return code;
}

/** Uses up an authorization code: whoever does not know the verifier has burnt it. */
export async function consumeAuthCode(
  sql: Queryable,
  code: string,
  verifier: string,
): Promise<ExchangedFlow | AuthError> {
  const [flow] = await sql<FlowState[]>`
    delete from auth.flow_state
     where auth_code = ${tokenHash(code)} and auth_code_issued_at is not null
    returning id, user_id, code_challenge, code_challenge_method, authentication_method,
      provider_type, provider_access_token, link,
      auth_code_issued_at < clock_timestamp() - make_interval(secs => ${CODE_VALID_SECONDS}) as expired`;
  if (!flow?.user_id) return flowNotFound();
  if (flow.expired) {
    return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  if (!matches(flow, verifier)) {
    return new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  return {
    id: flow.id,
    userId: flow.user_id,
    method: flow.authentication_method,
    provider: flow.provider_type,
    sealedTokens: flow.provider_access_token,
    link: flow.link,
  };
}

function matches(flow: FlowState, verifier: string): boolean {
  const derived =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  return equalHex(
    Buffer.from(derived).toString('hex'),
    Buffer.from(flow.code_challenge).toString('hex'),
  );
}

function flowNotFound(): AuthError {
  return new AuthError(
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
  );
}
