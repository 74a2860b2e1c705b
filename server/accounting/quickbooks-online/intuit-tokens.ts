import * as openid from 'openid-client';
import { limitedFetch } from '../../auth/oidc/limited-fetch.ts';
import type { Secrets } from '../connection-secrets.ts';
import type { Connection, Session, SignIn } from '../system.ts';
import { SystemError } from '../system-error.ts';
import type { IntuitAddresses } from './addresses.ts';

const SCOPE = 'com.intuit.quickbooks.accounting';
/** Not used when it ends while a request is on its way. */
const EARLY_MS = 3 * 60_000;
const REALM = /^\d{1,30}$/;

/**
 * OAuth 2.0 with Intuit. The access token lives an hour; each refresh brings a new refresh token, which ends
 * after 100 days without use and after five years in any case, and is stored before it is used.
 */
export class IntuitTokens implements SignIn {
  readonly #addresses: IntuitAddresses;

  constructor(addresses: IntuitAddresses) {
    this.#addresses = addresses;
  }

  /** Intuit sends browsers back to encrypted public names only; development keys also to this machine. */
  refusalOf(environment: Connection['environment'], redirectUri: string): string | null {
    const { protocol, hostname } = new URL(redirectUri);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    if (environment === 'sandbox' && isLocal) return null;
    return protocol === 'https:' && !isLocal && hostname.includes('.') ? null : 'needs_https_name';
  }

  visitUrl(session: Session, { state, redirectUri }: { state: string; redirectUri: string }): URL {
    return openid.buildAuthorizationUrl(this.#configuration(session), {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
    });
  }

  async complete(
    session: Session,
    visit: { state: string; redirectUri: string; answer: Readonly<Record<string, string>> },
  ): Promise<{ externalCompanyId: string; secrets: Secrets }> {
    const { realmId = '' } = visit.answer;
    const { externalCompanyId } = session.connection;
    if (externalCompanyId !== null && realmId !== externalCompanyId && visit.answer['code']) {
      const detail = `Company ${realmId} instead of ${externalCompanyId}`;
      throw new SystemError('refused', 'other_company', detail);
    }
    const url = new URL(visit.redirectUri);
    url.search = new URLSearchParams(visit.answer).toString();
    const tokens = await asking(() =>
      openid.authorizationCodeGrant(this.#configuration(session), url, {
        expectedState: visit.state,
      }),
    );
    if (!REALM.test(realmId)) {
      throw new SystemError('refused', 'no_company', 'Intuit named no company (realmId)');
    }
    const client_secret = session.secrets.text('client_secret');
    return { externalCompanyId: realmId, secrets: { client_secret, ...stored(tokens) } };
  }

  /** An access token that still lives for a while. `refused`: this one was, though it looked alive. */
  async accessToken(session: Session, refused?: string): Promise<string> {
    const alive = aliveToken(session, refused);
    if (alive !== undefined) return alive;
    // What another server has stored meanwhile is read first.
    return session.secrets.alone(
      async () => aliveToken(session, refused) ?? (await this.#refresh(session)),
    );
  }

  async revoke(session: Session): Promise<void> {
    const token = session.secrets.text('refresh_token');
    if (token === undefined) return;
    const response = await limitedFetch(this.#addresses.revoke, {
      method: 'POST',
      headers: {
        authorization: basicLogin(session),
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token }),
      signal: session.signal,
    }).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    // 400: it was revoked or has ended already.
    if (response.ok || response.status === 400) return;
    throw new SystemError('unreachable', 'revoke_failed', `Intuit answered ${response.status}`);
  }

  async #refresh(session: Session): Promise<string> {
    const refreshToken = session.secrets.text('refresh_token');
    if (refreshToken === undefined) throw signInNeeded('Nobody has signed in yet');
    const tokens = await asking(() =>
      openid.refreshTokenGrant(this.#configuration(session), refreshToken),
    );
    const isStored = await session.secrets.replace({
      ...session.secrets.current,
      ...stored(tokens),
    });
    // Somebody signed in anew or disconnected while Intuit answered: theirs count.
    if (!isStored) {
      throw new SystemError('busy', 'busy', 'Tokens were changed meanwhile', { afterSeconds: 5 });
    }
    return tokens.access_token;
  }

  #configuration(session: Session): openid.Configuration {
    const { clientId } = clientOf(session);
    const { issuer, authorize, token } = this.#addresses;
    const configuration = new openid.Configuration(
      { issuer, authorization_endpoint: authorize, token_endpoint: token },
      clientId,
      {},
      // As Intuit documents it: not encoded first, as RFC 6749 would have it.
      (_server, _client, _body, headers) => headers.set('authorization', basicLogin(session)),
    );
    configuration[openid.customFetch] = limitedFetch as openid.CustomFetch;
    if (token.startsWith('http:')) openid.allowInsecureRequests(configuration);
    return configuration;
  }
}

function clientOf({ connection, secrets }: Session): { clientId: string; secret: string } {
  const secret = secrets.text('client_secret');
  if (connection.clientId === null || secret === undefined) {
    throw new SystemError('refused', 'keys_missing', 'Client id and client secret are missing');
  }
  return { clientId: connection.clientId, secret };
}

function basicLogin(session: Session): string {
  const { clientId, secret } = clientOf(session);
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}

function stored(tokens: openid.TokenEndpointResponse, now = Date.now()) {
  return {
    access_token: tokens.access_token,
    access_token_until: now + (tokens.expires_in ?? 0) * 1000,
    ...(tokens.refresh_token !== undefined && { refresh_token: tokens.refresh_token }),
  };
}

function aliveToken({ secrets }: Session, refused: string | undefined): string | undefined {
  const token = secrets.text('access_token');
  const until = secrets.current['access_token_until'];
  const isAlive = typeof until === 'number' && until - EARLY_MS > Date.now();
  return isAlive && token !== refused ? token : undefined;
}

async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SystemError) throw error;
    throw failureOf(error);
  }
}

/** RFC 6749, 5.2. */
function failureOf(error: unknown): SystemError {
  if (error instanceof openid.AuthorizationResponseError) {
    const code = error.error === 'access_denied' ? 'denied' : 'sign_in_failed';
    return new SystemError('refused', code, error.error_description ?? error.error);
  }
  if (error instanceof openid.ResponseBodyError) {
    const said = error.error_description ?? error.error;
    if (error.error === 'invalid_grant') return signInNeeded(said, error);
    if (error.status === 429 || error.status >= 500) return unreachable(error);
    const code = error.error === 'invalid_client' ? 'wrong_keys' : 'sign_in_failed';
    return new SystemError('refused', code, said, { cause: error });
  }
  // Without a body that says why, such as 401 with WWW-Authenticate.
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return new SystemError('refused', 'wrong_keys', 'Intuit does not know these keys', {
      cause: error,
    });
  }
  return unreachable(error);
}

function signInNeeded(detail: string, cause?: unknown): SystemError {
  return new SystemError('sign_in_needed', 'sign_in_needed', detail, { cause });
}

function unreachable(cause: unknown): SystemError {
  return new SystemError('unreachable', 'unreachable', 'Intuit does not answer', { cause });
}
