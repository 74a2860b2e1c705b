// `npm run dev`: the server restarts when its code changes, Vite serves the web app with hot reload.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';
import { loadDotEnv } from '../server/config.ts';
import { buildAttachments } from './build-attachments.ts';

const ROOT = path.join(import.meta.dirname, '..');
// The server reads it too; both must mean the same port.
loadDotEnv(ROOT);
const serverPort = Number(process.env['PORT'] ?? 3000);
const webPort = serverPort + 1;
const backend = `http://127.0.0.1:${serverPort}`;

await buildAttachments();
const server: ChildProcess = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-preserve-output', '--watch', 'server/start.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // One process starts soonest and is the one a debugger is attached to.
    env: { WORKERS: '1', ...process.env, SITE_URL: `http://127.0.0.1:${webPort}` },
  },
);
const api = { target: backend, changeOrigin: false };
const vite = await createServer({
  root: ROOT,
  server: {
    host: '127.0.0.1',
    port: webPort,
    strictPort: true,
    proxy: {
      '^/(auth|rest|storage|realtime)/v1/.*': { ...api, ws: true },
      '/config.json': api,
      '/health': api,
      '/dev/mail': api,
      '/lan': api,
    },
  },
});
await vite.listen();
console.log(`  · Web app with hot reload: http://127.0.0.1:${webPort}`);

async function stop(): Promise<void> {
  await vite.close();
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
  process.exit(0);
}
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.on(event, () => void stop());
server.once('exit', (code) => process.exit(code ?? 1));
