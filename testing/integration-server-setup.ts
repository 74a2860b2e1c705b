import path from 'node:path';
import { SignJWT } from 'jose';
import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

interface Integration {
  readonly url: string;
  /** Legacy keys: JWTs signed with the secret, as projects of the older kind have. */
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly jwtSecret: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    integration: Integration;
  }
}

/** `auth.jwt_secret` of the project. */
const SECRET = 'what-the-keys-of-this-project-were-signed-with';

/** `contract/integration-project`, which uses every part at once, on a server with legacy keys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    supabaseDir: path.join(import.meta.dirname, '../contract/integration-project'),
    env: { EMAIL_CONFIRMATION: 'off' },
  });
  project.provide('integration', {
    url: server.url,
    anonKey: await signKey('anon'),
    serviceKey: await signKey('service_role'),
    jwtSecret: SECRET,
  });
  return () => server.stop();
}

function signKey(role: string): Promise<string> {
  return new SignJWT({ iss: 'supabase-demo', role })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10y')
    .sign(new TextEncoder().encode(SECRET));
}
