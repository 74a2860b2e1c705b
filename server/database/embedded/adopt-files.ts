import { lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { readUsers } from './machine-users.ts';
import type { SystemUser } from './system-user.ts';

/**
 * PostgreSQL starts on files of its own user only. Root hands it those that an earlier run, or a
 * machine with other users, left to somebody else. Answers with a line that says so.
 */
export function adoptFiles(
  user: SystemUser,
  dataDir: string,
  folders: readonly string[],
): string | undefined {
  const { owner } = user;
  if (!owner) return undefined;
  // First, so that nobody else gets in any more. Root has usually just made it, which is no news.
  if (lstatSync(dataDir).uid !== owner.uid) user.own(dataDir);
  const former = new Set(folders.flatMap((folder) => adopt(user, owner.uid, folder)));
  if (former.size === 0) return undefined;
  const names = [...former].map(describeUser).join(' and ');
  return `The database in ${dataDir} belonged to ${names}. It now belongs to ${describeUser(owner.uid)}, as whom PostgreSQL runs here`;
}

/** Whom a file, or a folder and what is in it, belonged to. From the top down and through no link. */
function adopt(user: SystemUser, uid: number, target: string): number[] {
  const stat = lstatSync(target, { throwIfNoEntry: false });
  if (!stat) return [];
  const former = stat.uid !== uid && isPlain(stat) ? [stat.uid] : [];
  if (former.length > 0) user.own(target);
  if (!stat.isDirectory()) return former;
  return readdirSync(target).reduce<number[]>((all, name) => {
    all.push(...adopt(user, uid, path.join(target, name)));
    return all;
  }, former);
}

/** A second name of a file may be anybody's, put there to be given away; PostgreSQL makes none. */
function isPlain(stat: Stats): boolean {
  return stat.isDirectory() || stat.nlink === 1;
}

function describeUser(uid: number): string {
  const user = readUsers().find((one) => one.uid === uid);
  return user ? user.name : `a user this machine does not know (uid ${uid})`;
}
