// Leaves out of the build what auth-js brings for sign-ins that the app does not offer; used by vite.config.ts.
import type { Plugin } from 'vite';

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

const CLIENT = /\/auth-js\/dist\/module\/GoTrueClient\.js$/;
const PREFIX = '\0unused:';

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
  };
}
