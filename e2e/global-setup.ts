import { startTestServer } from '../testing/test-server.ts';

/** One server for all browser tests: each test makes a company of its own, so they share it safely. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer({ env: { WEBHOOK_ALLOW: '127.0.0.1' } });
  process.env['E2E_URL'] = server.url;
  process.env['E2E_ANON_KEY'] = server.anonKey;
  process.env['E2E_SERVICE_KEY'] = server.serviceKey;
  return () => server.stop();
}
