import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

/** The commit that held the migrations of the release before the newest: what people update from. */
export function previousRelease(): string {
  const log = git('log', '-2', '--format=%H', '--', 'supabase/migrations.sha256');
  const commit = log.trim().split('\n')[1];
  if (!commit) throw new Error('No earlier release is in this clone: name one with --from COMMIT.');
  return commit;
}

/** The files of that commit in a folder of their own, with the dependencies of this one. */
export function unpackRelease(commit: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  return directory;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}
