// `npm run client`: the typed client as a package that can be installed elsewhere.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const client = path.join(root, 'clients/typescript');

/** Writes `dist` of the package beneath a folder: the types of this version, compiled with the client. */
export function buildClient(into: string): string {
  const source = path.join(into, 'source');
  const dist = path.join(into, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  cpSync(path.join(client, 'webhook.ts'), path.join(source, 'webhook.ts'));
  cpSync(path.join(root, 'supabase/types.ts'), path.join(source, 'types.ts'));
  const index = readFileSync(path.join(client, 'index.ts'), 'utf8');
  writeFileSync(
    path.join(source, 'index.ts'),
    index.replaceAll('../../supabase/types.ts', './types.js'),
  );
  const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--strict'];
  execFileSync(
    process.execPath,
    [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      ...options,
      '--declaration',
      '--ignoreConfig',
      '--skipLibCheck',
      ...['--rootDir', source, '--outDir', dist],
      path.join(source, 'index.ts'),
    ],
    { cwd: client, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  rmSync(source, { recursive: true });
  return dist;
}

if (import.meta.main) {
  buildClient(client);
  execFileSync('npm', ['pack', '--silent'], { cwd: client, stdio: 'inherit' });
}
