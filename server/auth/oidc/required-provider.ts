import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';

/**
 * The provider that an account must sign in with, as the project says (`[auth] required_provider`); without
 * an account its address alone decides. Undefined: a password will do.
 */
export async function requiredProvider(
  { settings, providers }: AuthContext,
  sql: Queryable,
  account: { id: string | undefined; email: string | null },
): Promise<string | undefined> {
  const [schema, name] = settings.requiredProviderFunction?.split('.') ?? [];
  if (schema === undefined || name === undefined || !account.email) return undefined;
  const [row] = await sql<{ provider: string | null }[]>`
    select ${sql(schema)}.${sql(name)}(${account.id ?? null}::uuid, ${account.email}::text) as provider`;
  const provider = row?.provider ?? undefined;
  // Taken out of the configuration: a rule that nobody could follow does not count.
  return provider !== undefined && providers.names.includes(provider) ? provider : undefined;
}

export function providerRequired({ providers }: AuthContext, provider: string): AuthError {
  const { label } = providers.require(provider).settings;
  return new AuthError(403, 'sso_required', `Your company signs in with ${label}`, {
    details: { provider },
  });
}

/** Refuses what would give an account a password, or a sign-in by mail, that its company does not want. */
export async function refuseUnlessProvider(
  context: AuthContext,
  account: { id: string; email: string | null },
): Promise<void> {
  const provider = await requiredProvider(context, context.sql, account);
  if (provider !== undefined) throw providerRequired(context, provider);
}
