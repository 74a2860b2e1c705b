import { execFile } from 'node:child_process';
import { existsSync, lchownSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';
import {
  canEnter,
  closedFolder,
  ROOT_IDS,
  readUsers,
  type User,
  type UserIds,
} from './machine-users.ts';

const run = promisify(execFile);

/** As whom PostgreSQL's programs run: they refuse to run as root. */
export interface SystemUser {
  /** Words before the program and its arguments. */
  readonly prefix: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Whom its files belong to, where root decides that. */
  readonly owner?: UserIds;
  /** Hands a file or folder to that user. */
  own(target: string): void;
}

const OURSELVES: SystemUser = { prefix: [], ids: {}, own: () => undefined };

/**
 * Root becomes the user the data belongs to (so that a backup made by root leaves the service its
 * files), else the user `postgres`. Where a folder above the data or the programs is closed to them (a
 * clone under /root), it is that user in a namespace whose files are root's outside; in a folder that is
 * closed to root without its rights too (somebody's home), the user whose folder that is.
 */
export async function findSystemUser(
  dataDir: string,
  clusterDir: string,
  program: string,
): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return OURSELVES;
  const folders = [path.dirname(dataDir), path.dirname(program)];
  const isAllowed = (user: UserIds) => folders.every((folder) => canEnter(folder, user));
  const rootOwnsCluster = existsSync(clusterDir) && statSync(clusterDir).uid === 0;
  const inNamespace = async () => (isAllowed(ROOT_IDS) ? namespaceUser() : undefined);
  const named = async () => {
    const user = [ownerOf(clusterDir), ownerOf(dataDir)].find((one) => one && isAllowed(one));
    if (user) return namedUser(user);
    // Made only where it would be of use.
    const postgres = folders.every((folder) => closedFolder(folder) === undefined)
      ? await postgresUser()
      : undefined;
    return postgres && namedUser(postgres);
  };
  const ways = rootOwnsCluster ? [inNamespace, named] : [named, inNamespace];
  for (const find of ways) {
    const user = await find();
    if (user) return user;
  }
  const host = folders.map((folder) => ownerOf(closedFolder(folder) ?? folder));
  const user = host.find((one) => one && isAllowed(one)) ?? refuse();
  return namedUser(user);
}

/** A user of this machine other than root. */
function ownerOf(folder: string): UserIds | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid } = statSync(folder);
  return uid === 0 ? undefined : readUsers().find((user) => user.uid === uid);
}

/** Made when it is missing; not every machine lets itself be given a user. */
async function postgresUser(): Promise<UserIds | undefined> {
  const find = () => readUsers().find(({ name }) => name === 'postgres');
  const found = find();
  if (found) return found;
  const args = ['--system', '--user-group', '--no-create-home', 'postgres'];
  await run('useradd', args).catch(() => undefined);
  return find();
}

function namedUser({ uid, gid }: UserIds): SystemUser {
  return { prefix: [], ids: { uid, gid }, ...ownedBy({ uid, gid }) };
}

async function namespaceUser(): Promise<SystemUser | undefined> {
  const user = userForNamespace(readUsers());
  if (!user) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  const isPossible = await run(prefix[0] as string, [...prefix.slice(1), 'true']).then(
    () => true,
    () => false,
  );
  return isPossible ? { prefix, ids: {}, ...ownedBy(ROOT_IDS) } : undefined;
}

function ownedBy(owner: UserIds) {
  return { owner, own: (target: string) => lchownSync(target, owner.uid, owner.gid) };
}

/** Any will do that has a name on this machine, since initdb looks it up; best one meant for this. */
export function userForNamespace(users: readonly User[]): User | undefined {
  const others = users.filter(({ uid }) => uid !== 0);
  const named = (wanted: string) => others.find(({ name }) => name === wanted);
  return named('postgres') ?? named('nobody') ?? others[0];
}

function refuse(): never {
  throw new StartupError(
    'PostgreSQL does not run as root, and no other user can enter this folder. Run as an ordinary user, move the project to a folder that others may enter (such as /opt), or set DATABASE_URL.',
  );
}
