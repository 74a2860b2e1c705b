import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../lifecycle/startup-error.ts';

const run = promisify(execFile);

/** The account PostgreSQL runs as: it refuses to run as root. Undefined: as whoever we are. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export async function findSystemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = readUser('postgres');
  if (existing) return existing;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  } catch (cause) {
    throw new StartupError(
      'PostgreSQL does not run as root and the user "postgres" could not be made. Run as an ordinary user, or set DATABASE_URL.',
      { cause },
    );
  }
  return readUser('postgres');
}

/**
 * The command that runs a program as that user. Where a folder above the program or the data is
 * closed to others (a clone under /root), the program also gets the right to pass through folders.
 */
export function asUser(
  user: SystemUser | undefined,
  program: string,
  paths: readonly string[],
): {
  readonly command: string;
  readonly prefix: readonly string[];
  readonly ids: Partial<SystemUser>;
} {
  if (!user) return { command: program, prefix: [], ids: {} };
  if ([program, ...paths].every((target) => isReachable(target, user))) {
    return { command: program, prefix: [], ids: user };
  }
  const capability = '+dac_read_search';
  return {
    command: 'setpriv',
    prefix: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      program,
    ],
    ids: {},
  };
}

function isReachable(target: string, user: SystemUser): boolean {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function readUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
