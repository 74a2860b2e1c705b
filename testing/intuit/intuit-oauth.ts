import { randomBytes } from 'node:crypto';

export type Environment = 'production' | 'sandbox';

/** An app that somebody made at developer.intuit.com, with one of its two pairs of keys. */
export interface IntuitApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly environment: Environment;
  readonly redirectUris: readonly string[];
}

export interface OAuthAnswer {
  readonly status: number;
  readonly body?: object;
}

interface Grant {
  readonly app: IntuitApp;
  readonly realmId: string;
  readonly endsAtMs: number;
}

const SCOPE = 'com.intuit.quickbooks.accounting';
const CODE_MS = 10 * 60_000;
const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 100 * 24 * 3_600;
const GRANT_MS = 5 * 365 * 24 * 3_600_000;

/**
 * Intuit's OAuth 2.0: codes are used once, each refresh brings a new refresh token, and the one before ends with
 * the first use of the new one (`grace`) or at once.
 */
export class IntuitOAuth {
  readonly apps: IntuitApp[] = [];
  nowMs: () => number = Date.now;
  grace = true;
  refreshes = 0;
  readonly #codes = new Map<string, Grant & { readonly redirectUri: string }>();
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Map<
    string,
    Grant & { readonly grantEndsAtMs: number; before?: string }
  >();

  /** Undefined: the page would say that the app or its redirect address is not known. */
  authorize(
    query: URLSearchParams,
  ): { cancel: string; allow(realmId: string): string } | undefined {
    const app = this.apps.find(({ clientId }) => clientId === query.get('client_id'));
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state') ?? '';
    const isKnown =
      app?.redirectUris.includes(redirectUri) &&
      query.get('response_type') === 'code' &&
      query.get('scope') === SCOPE &&
      state !== '';
    if (!app || !isKnown) return undefined;
    const back = (answer: Record<string, string>) =>
      `${redirectUri}?${new URLSearchParams({ ...answer, state })}`;
    return {
      cancel: back({ error: 'access_denied' }),
      allow: (realmId) => {
        const code = randomBytes(20).toString('hex');
        const endsAtMs = this.nowMs() + CODE_MS;
        this.#codes.set(code, { app, realmId, redirectUri, endsAtMs });
        return back({ code, realmId });
      },
    };
  }

  token(login: string | undefined, form: URLSearchParams): OAuthAnswer {
    const app = this.#appOf(login);
    if (!app) return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') === 'authorization_code') return this.#exchange(app, form);
    if (form.get('grant_type') === 'refresh_token') return this.#refreshed(app, form);
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  }

  revoke(login: string | undefined, token: unknown): OAuthAnswer {
    const app = this.#appOf(login);
    if (!app) return { status: 401 };
    const grant = this.#refresh.get(String(token)) ?? this.#access.get(String(token));
    if (grant?.app !== app) return { status: 400 };
    this.end(grant.realmId);
    return { status: 200 };
  }

  /** Somebody disconnected the app in QuickBooks. */
  end(realmId: string): void {
    for (const grants of [this.#access, this.#refresh]) {
      for (const [token, grant] of grants) if (grant.realmId === realmId) grants.delete(token);
    }
  }

  /** Whose an access token is. */
  grantOf(authorization: string | undefined): Grant | undefined {
    const grant = this.#access.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '');
    return grant && grant.endsAtMs > this.nowMs() ? grant : undefined;
  }

  #appOf(login: string | undefined): IntuitApp | undefined {
    const given = Buffer.from(/^Basic (\S+)$/.exec(login ?? '')?.[1] ?? '', 'base64').toString();
    return this.apps.find(({ clientId, clientSecret }) => given === `${clientId}:${clientSecret}`);
  }

  #exchange(app: IntuitApp, form: URLSearchParams): OAuthAnswer {
    const code = form.get('code') ?? '';
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    const isGood =
      found?.app === app &&
      found.redirectUri === form.get('redirect_uri') &&
      found.endsAtMs > this.nowMs();
    return isGood ? this.#grant(app, found.realmId, this.nowMs() + GRANT_MS) : invalidGrant();
  }

  #refreshed(app: IntuitApp, form: URLSearchParams): OAuthAnswer {
    const token = form.get('refresh_token') ?? '';
    const found = this.#refresh.get(token);
    const isGood = found?.app === app && found.endsAtMs > this.nowMs();
    if (!isGood) return invalidGrant();
    this.refreshes += 1;
    if (found.before !== undefined) this.#refresh.delete(found.before);
    if (!this.grace) this.#refresh.delete(token);
    return this.#grant(app, found.realmId, found.grantEndsAtMs, token);
  }

  #grant(app: IntuitApp, realmId: string, grantEndsAtMs: number, before?: string): OAuthAnswer {
    const now = this.nowMs();
    const [access, refresh] = [randomBytes(30), randomBytes(25)].map((bytes) =>
      bytes.toString('hex'),
    );
    const refreshMs = Math.min(REFRESH_SECONDS * 1000, grantEndsAtMs - now);
    this.#access.set(String(access), { app, realmId, endsAtMs: now + ACCESS_SECONDS * 1000 });
    this.#refresh.set(String(refresh), {
      app,
      realmId,
      endsAtMs: now + refreshMs,
      grantEndsAtMs,
      ...(before !== undefined && { before }),
    });
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        access_token: access,
        refresh_token: refresh,
        expires_in: ACCESS_SECONDS,
        x_refresh_token_expires_in: Math.floor(refreshMs / 1000),
      },
    };
  }
}

function invalidGrant(): OAuthAnswer {
  return { status: 400, body: { error: 'invalid_grant', error_description: 'Token invalid' } };
}
