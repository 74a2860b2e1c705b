// `npm run client`: the typed client as a package that can be installed elsewhere.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const client = path.join(root, 'clients/typescript');

/** Writes `dist` of the package beneath a folder: the types of this version, compiled with the client. */
export function buildClient(into: string): string {
  const source = path.join(into, 'source');
  const dist = path.join(into, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  for (const file of ['index.ts', 'webhook.ts'])
    cpSync(path.join(client, file), path.join(source, file));
  cpSync(path.join(root, 'supabase/types.ts'), path.join(source, 'types.ts'));
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
