import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    rest: { readonly url: string; readonly anonKey: string; readonly serviceKey: string };
  }
}

/**
 * The data API is judged on a project of its own, `contract/rest-project`: a server of ours, or,
 * given CONTRACT_REST_URL and its keys, any other to which that project's migration was applied.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const {
    CONTRACT_REST_URL: url,
    CONTRACT_REST_ANON_KEY: anonKey,
    CONTRACT_REST_SERVICE_KEY: serviceKey,
  } = process.env;
  if (url && anonKey && serviceKey) {
    project.provide('rest', { url, anonKey, serviceKey });
    return async () => undefined;
  }
  const server = await startTestServer({
    supabaseDir: path.join(import.meta.dirname, '../contract/rest-project'),
    // Failures are what many of these tests are about.
    env: { EMAIL_CONFIRMATION: 'off', LOG_LEVEL: 'silent' },
  });
  project.provide('rest', {
    url: server.url,
    anonKey: server.anonKey,
    serviceKey: server.serviceKey,
  });
  return () => server.stop();
}
