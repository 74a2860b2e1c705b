import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { Logger } from '../../http/log.ts';
import { AuthError } from '../auth-error.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What a provider said about somebody, checked, and the tokens that open its own APIs. */
export interface ProviderAnswer {
  readonly claims: JWTPayload;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

/** What ties a visit to its answer. */
export interface VisitSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const DISCOVERED_MS = 60 * 60_000;
/** Who does not answer is not asked again sooner, or every visitor would wait for the timeout. */
const RETRY_MS = 10_000;
const KEYS_COOLDOWN_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 60;
/** The answer's own parameters, and those that decide where it goes: no caller may add them. */
const RESERVED = new Set([
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
  ...['nonce', 'code_challenge', 'code_challenge_method', 'scope', 'request', 'request_uri'],
  ...['provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'invite_token', 'apikey'],
  ...['flow_type', 'id_token_hint', 'registration', 'claims'],
]);

interface Discovered {
  readonly configuration: openid.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Speaks OpenID Connect with one provider. */
export class ProviderClient {
  readonly settings: ProviderSettings;
  readonly #log: Logger;
  #discovered: { at: number; result: Promise<Discovered> } | undefined;

  constructor(settings: ProviderSettings, log: Logger) {
    this.settings = settings;
    this.#log = log;
  }

  /** Where to send the browser; parameters nobody here knows (`login_hint`, `hd`) go along. */
  async visitUrl(
    secrets: VisitSecrets,
    visit: { redirectUri: string; scopes: string; query: Readonly<Record<string, unknown>> },
  ): Promise<string> {
    const { configuration } = await this.#discover();
    const passedOn = Object.entries(visit.query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !RESERVED.has(entry[0]),
    );
    const extra = visit.scopes.split(/[\s,]+/);
    const scope = [...new Set([...this.settings.scopes.split(' '), ...extra, 'openid'])];
    return openid
      .buildAuthorizationUrl(configuration, {
        ...Object.fromEntries(passedOn),
        redirect_uri: visit.redirectUri,
        scope: scope.filter(Boolean).join(' '),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      .toString();
  }

  /** Exchanges the code of an answer. */
  async exchange(answer: URL, secrets: VisitSecrets): Promise<ProviderAnswer> {
    const { configuration } = await this.#discover();
    return this.#asking(async () => {
      const tokens = await openid.authorizationCodeGrant(configuration, answer, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      // Besides what the library checks: the signature, though the token came from the provider itself.
      let claims = await this.#verify(tokens.id_token ?? '', [this.settings.clientId]);
      if (claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint) {
        const more = await openid.fetchUserInfo(
          configuration,
          tokens.access_token,
          String(claims.sub),
        );
        claims = { ...(more as JWTPayload), ...claims };
      }
      return { claims, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
    });
  }

  /** The claims of an id token that an app got from the provider by itself. */
  verifyIdToken(token: string): Promise<JWTPayload> {
    return this.#asking(() => this.#verify(token, this.settings.clientIds));
  }

  async #verify(token: string, audience: readonly string[]): Promise<JWTPayload> {
    const { configuration, keys } = await this.#discover();
    const { payload } = await jwtVerify(token, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: [...audience],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    return payload;
  }

  #discover(): Promise<Discovered> {
    const known = this.#discovered;
    if (known && Date.now() - known.at < DISCOVERED_MS) return known.result;
    const result = this.#asking(() => this.#ask());
    const discovered = { at: Date.now(), result };
    this.#discovered = discovered;
    result.catch(() => {
      discovered.at += RETRY_MS - DISCOVERED_MS;
    });
    return result;
  }

  async #ask(): Promise<Discovered> {
    const { issuer, clientId, secret } = this.settings;
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      {
        ...(secret === undefined ? {} : { client_secret: secret }),
        [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      secret === undefined ? openid.None() : this.#clientAuth(secret),
      {
        [openid.customFetch]: limitedFetch as openid.CustomFetch,
        // Loopback alone is configured without TLS: a test, or a provider on the same machine.
        execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
      },
    );
    const { jwks_uri: keysUrl } = configuration.serverMetadata();
    if (keysUrl === undefined) throw new Error('The provider names no keys (jwks_uri)');
    const keys = createRemoteJWKSet(new URL(keysUrl), {
      [customFetch]: limitedFetch,
      cooldownDuration: KEYS_COOLDOWN_MS,
    });
    return { configuration, keys };
  }

  /** In the body unless the provider only takes the header. */
  #clientAuth(secret: string): openid.ClientAuth {
    const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
    return (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported;
      const takesBody = methods === undefined || methods.includes('client_secret_post');
      return (takesBody ? post : basic)(server, client, body, headers);
    };
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AuthError) throw error;
      this.#log.warn(
        { provider: this.settings.name, problem: problemOf(error) },
        'sign-in provider failed',
      );
      throw this.#refusal(error);
    }
  }

  #refusal(cause: unknown): AuthError {
    const { label } = this.settings;
    const isDenied = cause instanceof openid.AuthorizationResponseError;
    if (isDenied) {
      const reason = cause.error_description ?? cause.error;
      return new AuthError(403, 'bad_oauth_callback', `${label}: ${reason}`.slice(0, 300), {
        cause,
      });
    }
    const isUntrue =
      cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout)
        ? true
        : cause instanceof openid.ClientError && isInvalidAnswer(cause);
    if (isUntrue) {
      const message = `The answer of ${label} is not valid`;
      return new AuthError(400, 'bad_oauth_callback', message, { cause });
    }
    if (cause instanceof openid.ResponseBodyError) {
      const message = `${label} refused the sign-in (${cause.error})`.slice(0, 300);
      return new AuthError(400, 'bad_oauth_callback', message, { cause });
    }
    const message = `${label} does not answer. Try again in a minute, or sign in another way.`;
    return new AuthError(503, 'provider_unavailable', message, { cause });
  }
}

const INVALID_ANSWERS = /^OAUTH_(INVALID_RESPONSE|JWT_|UNEXPECTED_CLAIM|KEY_SELECTION|UNSUPPORTED)/;

function isInvalidAnswer(error: openid.ClientError): boolean {
  return INVALID_ANSWERS.test(String(error.code));
}

/** Class and code: a message may hold what the provider sent. */
function problemOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown };
  const below = (cause as { code?: unknown } | undefined)?.code;
  return [name, code, below].filter((part) => typeof part === 'string').join(' ');
}
