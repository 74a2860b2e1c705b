import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder on a file system of its own, where that is allowed; else a plain folder. */
export function makeSmallDisk(): {
  readonly directory: string;
  readonly small: boolean;
  remove(): void;
} {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-chaos-'));
  let small = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0700', 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    small = false;
  }
  return {
    directory,
    small,
    remove() {
      if (small) execFileSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
