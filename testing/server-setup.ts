import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    api: { readonly url: string; readonly anonKey: string; readonly serviceKey: string };
  }
}

/**
 * The system that the contract suite judges: one server of ours, or, given CONTRACT_URL,
 * CONTRACT_ANON_KEY and CONTRACT_SERVICE_KEY, any other, a hosted project for instance.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const {
    CONTRACT_URL: url,
    CONTRACT_ANON_KEY: anonKey,
    CONTRACT_SERVICE_KEY: serviceKey,
  } = process.env;
  if (url && anonKey && serviceKey) {
    project.provide('api', { url, anonKey, serviceKey });
    return async () => undefined;
  }
  const server = await startTestServer();
  project.provide('api', {
    url: server.url,
    anonKey: server.anonKey,
    serviceKey: server.serviceKey,
  });
  return () => server.stop();
}
