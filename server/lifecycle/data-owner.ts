import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** What the server opens itself or PostgreSQL insists on owning, in the data directory. */
const OWNED = ['.', 'secrets.json', 'postgres', 'postgres/PG_VERSION', 'run', 'storage'];

/**
 * For an ordinary user: why this data directory is not theirs, with the one command that changes it.
 * Root hands files over itself (`adoptFiles`), and Windows has no owners.
 */
export function foreignOwnerProblem(
  dataDir: string,
  uid: number | undefined = process.getuid?.(),
): string | undefined {
  if (uid === undefined || uid === 0) return undefined;
  const foreign = OWNED.find((name) => isForeign(path.join(dataDir, name), uid));
  if (foreign === undefined) return undefined;
  const target = path.join(dataDir, foreign);
  return `${target} belongs to another user than the one who starts the server. Hand it over and start again: sudo chown -R ${userName(uid)} ${quoted(dataDir)}`;
}

function isForeign(target: string, uid: number): boolean {
  try {
    const stat = lstatSync(target, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && stat.uid !== uid;
  } catch {
    // Behind a folder that is closed to us, which was named before.
    return false;
  }
}

/** A container may run as a number without a name. */
function userName(uid: number): string {
  try {
    const own = userInfo();
    return own.uid === uid ? own.username : String(uid);
  } catch {
    return String(uid);
  }
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
