import type { Plugin } from 'vite';

/**
 * Ways to sign in that Chalkline does not offer (wallets, passkeys, single sign-on, other providers)
 * and the calls of an administrator's key. As methods of one class no bundler can leave them out by
 * itself; with them empty, what only they use goes too. `signOut` of the second class stays: the
 * first calls it.
 */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'GoTrueClient.js': [
    ...['signInWithOAuth', 'signInWithWeb3', 'signInWithEthereum', 'signInWithSolana'],
    ...['signInWithIdToken', 'signInWithSSO', 'linkIdentity', 'linkIdentityOAuth'],
    ...['linkIdentityIdToken', 'unlinkIdentity', '_handleProviderSignIn', '_getUrlForProvider'],
    ...['_getAuthorizationDetails', '_approveAuthorization', '_denyAuthorization'],
    ...['_listOAuthGrants', '_revokeOAuthGrant', 'fetchJwk', 'getClaims'],
    ...['signInWithPasskey', 'registerPasskey', '_startPasskeyRegistration'],
    ...[
      '_verifyPasskeyRegistration',
      '_startPasskeyAuthentication',
      '_verifyPasskeyAuthentication',
    ],
    ...['_listPasskeys', '_updatePasskey', '_deletePasskey'],
  ],
  'GoTrueAdminApi.js': [
    ...['inviteUserByEmail', 'generateLink', 'createUser', 'listUsers', 'getUserById'],
    ...['updateUserById', 'deleteUser', '_listFactors', '_deleteFactor', '_listOAuthClients'],
    ...['_createOAuthClient', '_getOAuthClient', '_updateOAuthClient', '_deleteOAuthClient'],
    ...['_regenerateOAuthClientSecret', '_listCustomProviders', '_createCustomProvider'],
    ...['_getCustomProvider', '_updateCustomProvider', '_deleteCustomProvider'],
    ...['_adminListPasskeys', '_adminDeletePasskey'],
  ],
};

const MARK = "{ throw new Error('Left out of the web app: scripts/without-auth-extras.ts'); }";

interface Method {
  type: string;
  key: { name?: string };
  value: { body?: { start: number; end: number } };
}

export function withoutAuthExtras(): Plugin {
  return {
    name: 'without-auth-extras',
    apply: 'build',
    transform(code, id) {
      const file = /@supabase\/auth-js\/dist\/module\/(\w+\.js)$/.exec(
        id.replaceAll('\\', '/'),
      )?.[1];
      const names = new Set(LEFT_OUT[file ?? '']);
      if (names.size === 0) return null;
      const classes = this.parse(code).body.flatMap((node) => {
        const each = 'declaration' in node && node.declaration ? node.declaration : node;
        return each.type === 'ClassDeclaration' ? [each] : [];
      });
      let shorter = code;
      // From the end, so that places further up stay where they are.
      for (const method of (classes.flatMap(({ body }) => body.body) as Method[]).toReversed()) {
        const { body } = method.value ?? {};
        if (!body || !names.delete(method.key.name ?? '')) continue;
        shorter = shorter.slice(0, body.start) + MARK + shorter.slice(body.end);
      }
      if (names.size > 0) this.error(`${file} has no ${[...names].join(', ')} any more`);
      return { code: shorter, map: null };
    },
  };
}
