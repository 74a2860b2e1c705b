import { test } from '@playwright/test';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const VARIABLES = ['E2E_URL', 'E2E_ANON_KEY', 'E2E_SERVICE_KEY'] as const;

interface Options {
  /** Variables of the server; asked for before it starts. */
  env?(): Promise<Record<string, string>>;
  /** Where the helpers find it, if not at its address. */
  urlOf?(server: TestServer): string;
  /** When the server has stopped. */
  after?(): Promise<void> | void;
}

/**
 * A server for the tests of one file, for what the server of all tests is not set up for. The helpers
 * speak to it meanwhile.
 */
export function withOwnServer(options: Options = {}): () => TestServer {
  const { env = async () => ({}), urlOf = ({ url }) => url, after } = options;
  let server: TestServer | undefined;
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  test.beforeAll(async () => {
    server = await startTestServer({ env: await env() });
    process.env['E2E_URL'] = urlOf(server);
    process.env['E2E_ANON_KEY'] = server.anonKey;
    process.env['E2E_SERVICE_KEY'] = server.serviceKey;
  });
  test.afterAll(async () => {
    for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
    await server?.stop();
    await after?.();
  });
  return () => {
    if (!server) throw new Error('the server is not started yet');
    return server;
  };
}
