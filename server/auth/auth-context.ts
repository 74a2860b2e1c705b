import type { Sql } from '../database/sql/sql.ts';
import type { Keys } from '../keys/keys.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { Authenticator } from './authenticate.ts';
import type { SignInProviders } from './oidc/sign-in-providers.ts';
import type { GuessPace } from './passwords/guess-pace.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { RateLimits } from './rate-limits.ts';

/** What every auth route works with. */
export interface AuthContext {
  readonly sql: Sql;
  readonly settings: AuthSettings;
  readonly keys: Keys;
  readonly authenticator: Authenticator;
  readonly hasher: PasswordHasher;
  readonly guesses: GuessPace;
  readonly limits: RateLimits;
  readonly providers: SignInProviders;
}
