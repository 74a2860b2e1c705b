import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

export interface User extends UserIds {
  readonly name: string;
}

/** Root inside a user namespace: it owns files, and has no right to pass by what they refuse. */
export const ROOT_IDS: UserIds = { uid: 0, gid: 0 };

/** The users of this machine: initdb insists on one with a name. */
export function readUsers(): User[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

export function isOpenToOthers(folder: string): boolean {
  return closedFolder(folder) === undefined;
}

/** Whether a process of that user, in no other group, gets into the folder and all above it. */
export function canEnter(folder: string, user: UserIds): boolean {
  return closedFolder(folder, user) === undefined;
}

/** The innermost folder, from this one upward, that the user cannot enter. */
export function closedFolder(folder: string, user?: UserIds): string | undefined {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user?.uid ? 0o100 : gid === user?.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : closedFolder(parent, user);
}
