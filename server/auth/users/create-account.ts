import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { askHook, hookMetadata } from '../hooks.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { createUser, type NewUser, providersOf } from './create-user.ts';
import type { UserRow } from './user-row.ts';

/** GoTrue's for a time that is not yet. */
const NEVER = '0001-01-01T00:00:00Z';

/**
 * An account that somebody signs up for or is invited to: the project's `before_user_created` hook is
 * asked first and may refuse it. Accounts that the service makes itself (`auth.admin.createUser`) are not
 * asked about, as at GoTrue.
 */
export async function createAccount(
  { settings }: Pick<AuthContext, 'settings'>,
  sql: Queryable,
  user: NewUser,
  origin: RequestOrigin,
): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const hook = settings.hooks.before_user_created;
  if (hook) await askHook(hook, sql, eventOf({ ...user, id }, origin));
  return createUser(sql, { ...user, id });
}

function eventOf(user: NewUser & { readonly id: string }, origin: RequestOrigin): object {
  const providers = user.identity ? [user.identity.provider] : providersOf(user);
  return {
    metadata: hookMetadata('before-user-created', origin.address),
    user: {
      id: user.id,
      aud: 'authenticated',
      role: '',
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: {
        ...(providers.length > 0 ? { provider: providers[0], providers } : {}),
        ...user.appMetadata,
      },
      user_metadata: user.userMetadata,
      identities: [],
      created_at: NEVER,
      updated_at: NEVER,
      is_anonymous: user.anonymous ?? false,
    },
  };
}
