import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * The program that listens on a port, such as `nginx (process 812)`. Only on Linux, and only where
 * this user may look into it.
 */
export function portOwner(port: number): string | undefined {
  try {
    const inodes = listeningInodes(port);
    if (inodes.size === 0) return undefined;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (holdsSocket(pid, inodes)) return `${programOf(pid)} (process ${pid})`;
    }
  } catch {
    // No /proc here.
  }
  return undefined;
}

/** By its file: what a process says of itself may be a sentence, and its path may have spaces. */
function programOf(pid: string): string {
  return path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
}

const LISTENING = '0A';

function listeningInodes(port: number): ReadonlySet<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local?.endsWith(suffix) && state === LISTENING && inode) found.add(`socket:[${inode}]`);
    }
  }
  return found;
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => inodes.has(readlinkSync(`${folder}/${fd}`)));
  } catch {
    // Somebody else's process, or one that has just ended.
    return false;
  }
}
