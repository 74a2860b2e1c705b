import { createClient } from '@supabase/supabase-js';

/** Methods that the declarations of the clients keep to themselves, and what carries them rather than a call. */
const INTERNAL: ReadonlySet<string> = new Set([
  'applyTransformOptsToQuery',
  'cloneRequestState',
  'copyBindings',
  'encodeMetadata',
  'fetch',
  'fetchJwk',
  'handleOperation',
  'isThrowOnErrorEnabled',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'listBucketOptionsToQueryString',
  'log',
  'logger',
  'processResponse',
  'signInWithEthereum',
  'signInWithSolana',
  'then',
  'toBase64',
  'updateJoinPayload',
  'uploadOrUpdate',
]);

/** What carries the methods of supabase-js, by name. */
export function clientParts() {
  const client = createClient('http://127.0.0.1:9', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const table = client.from('table');
  const channel = client.channel('channel');
  const { auth, storage } = client;
  return {
    client,
    auth,
    'auth.mfa': auth.mfa,
    'auth.mfa.webauthn': auth.mfa.webauthn,
    'auth.oauth': auth.oauth,
    'auth.passkey': auth.passkey,
    'auth.admin': auth.admin,
    'auth.admin.mfa': auth.admin.mfa,
    'auth.admin.oauth': auth.admin.oauth,
    'auth.admin.passkey': auth.admin.passkey,
    'auth.admin.customProviders': auth.admin.customProviders,
    table,
    query: table.select(),
    storage,
    bucket: storage.from('bucket'),
    'storage.vectors': storage.vectors,
    'storage.analytics': storage.analytics,
    realtime: client.realtime,
    channel,
    functions: client.functions,
  };
}

/** Every public method of supabase-js and its parts, as `auth.mfa.enroll` or `query.eq`. */
export function clientMethods(): string[] {
  return Object.entries(clientParts()).flatMap(([part, object]) =>
    methodsOf(object).map((name) => `${part}.${name}`),
  );
}

function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let owner = object; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value === 'function' && isPublic(name)) names.add(name);
    }
  }
  return [...names].sort();
}

function isPublic(name: string): boolean {
  return name !== 'constructor' && !name.startsWith('_') && !INTERNAL.has(name);
}
