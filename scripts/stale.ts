import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** Does the work when anything it is made from has changed, and notes in `folder` what it was made from. */
export async function ifStale(
  folder: string,
  sources: readonly string[],
  variables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const stamp = path.join(ROOT, folder, '.stamp');
  const wanted = fingerprint(sources, variables);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await work();
  writeFileSync(stamp, wanted);
}

function fingerprint(sources: readonly string[], variables: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync([...sources], { cwd: ROOT }).sort()) {
    const absolute = path.join(ROOT, file);
    if (!statSync(absolute).isFile()) continue;
    hash.update(file).update('\0').update(readFileSync(absolute));
  }
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}
