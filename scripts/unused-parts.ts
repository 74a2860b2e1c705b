// Leaves out of the build what auth-js brings for sign-ins that the app does not offer; used by vite.config.ts.
import type { Plugin, Rolldown } from 'vite';

/** Passkeys and wallets. What GoTrueClient imports of them; a new name there fails the build. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  './lib/webauthn': [
    'createCredential',
    'deserializeCredentialCreationOptions',
    'deserializeCredentialRequestOptions',
    'getCredential',
    'serializeCredentialCreationResponse',
    'serializeCredentialRequestResponse',
    'browserSupportsWebAuthn',
    'webAuthnAbortService',
  ],
  './lib/web3/ethereum': ['createSiweMessage', 'fromHex', 'getAddress', 'toHex'],
};

/** Methods of the client that nothing of the app calls; `unused-parts.test.ts` looks after that. */
export const UNUSED_METHODS = [
  'signInWithWeb3',
  'signInWithEthereum',
  'signInWithSolana',
  'signInWithIdToken',
  'signInWithOtp',
  'signInWithSSO',
  'reauthenticate',
  '_reauthenticate',
  'getUserIdentities',
  'getClaims',
  'fetchJwk',
  'signInWithPasskey',
  'registerPasskey',
  '_startPasskeyRegistration',
  '_verifyPasskeyRegistration',
  '_startPasskeyAuthentication',
  '_verifyPasskeyAuthentication',
  '_listPasskeys',
  '_updatePasskey',
  '_deletePasskey',
  '_getAuthorizationDetails',
  '_approveAuthorization',
  '_denyAuthorization',
  '_listOAuthGrants',
  '_revokeOAuthGrant',
];
/** For services. A sign-out goes through it, too. */
const USED_OF_ADMIN = ['constructor', 'signOut'];

const CLIENT = /\/auth-js\/dist\/module\/GoTrueClient\.js$/;
const ADMIN = /\/auth-js\/dist\/module\/GoTrueAdminApi\.js$/;
const PREFIX = '\0unused:';

type Program = ReturnType<Rolldown.PluginContext['parse']>;

/** The code with the bodies of these methods empty; what only they import is left out by the bundler. */
export function withoutBodies(
  code: string,
  program: Program,
  isUnused: (name: string) => boolean,
): string {
  const methods = program.body.flatMap((statement) => {
    const declared =
      statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
    if (declared.type !== 'ClassDeclaration') return [];
    return declared.body.body.flatMap((part) => (part.type === 'MethodDefinition' ? [part] : []));
  });
  return methods
    .filter(({ key }) => key.type === 'Identifier' && isUnused(key.name))
    .toReversed()
    .reduce((left, { value }) => {
      const body = value.body;
      return body ? `${left.slice(0, body.start)}{}${left.slice(body.end)}` : left;
    }, code);
}

export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source in UNUSED && importer && CLIENT.test(importer) ? PREFIX + source : null,
    load(id) {
      const names = id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : undefined;
      if (!names) return null;
      const values = names.map((name) => `export const ${name} = undefined;`);
      // The client makes one for itself.
      return [...values, 'export class WebAuthnApi {}'].join('\n');
    },
    transform(code, id) {
      if (CLIENT.test(id)) {
        return withoutBodies(code, this.parse(code), (name) => UNUSED_METHODS.includes(name));
      }
      if (!ADMIN.test(id)) return null;
      return withoutBodies(code, this.parse(code), (name) => !USED_OF_ADMIN.includes(name));
    },
  };
}
