import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';

const run = promisify(execFile);

/** As whom PostgreSQL's programs run: they refuse to run as root. */
export interface SystemUser {
  /** Words before the program and its arguments. */
  readonly prefix: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Hands a file or folder to that user. */
  own(target: string): void;
}

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

interface User extends UserIds {
  readonly name: string;
}

const OURSELVES: SystemUser = { prefix: [], ids: {}, own: () => undefined };

/**
 * Root becomes the user the data belongs to (so that a backup made by root leaves the service its
 * files), else the user `postgres`, or, where a folder above the data or the programs is closed to
 * others (a clone under /root), that user in a namespace whose files are root's outside.
 */
export async function findSystemUser(
  dataDir: string,
  clusterDir: string,
  program: string,
): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return OURSELVES;
  const rootOwnsCluster = existsSync(clusterDir) && statSync(clusterDir).uid === 0;
  const open = [path.dirname(dataDir), path.dirname(program)].every(isOpenToOthers);
  if (!open || rootOwnsCluster) return namespaceUser();
  const named = ownerOf(clusterDir) ?? ownerOf(dataDir) ?? (await postgresUser());
  return named ? namedUser(dataDir, named) : namespaceUser();
}

/** A user of this machine other than root: initdb insists on one with a name. */
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

function namedUser(dataDir: string, { uid, gid }: UserIds): SystemUser {
  const own = (target: string) => chownSync(target, uid, gid);
  own(dataDir);
  return { prefix: [], ids: { uid, gid }, own };
}

async function namespaceUser(): Promise<SystemUser> {
  const user = userForNamespace(readUsers()) ?? refuse(undefined);
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  await run(prefix[0] as string, [...prefix.slice(1), 'true']).catch(refuse);
  return { prefix, ids: {}, own: () => undefined };
}

/** Any will do that has a name on this machine, since initdb looks it up; best one meant for this. */
export function userForNamespace(users: readonly User[]): User | undefined {
  const others = users.filter(({ uid }) => uid !== 0);
  const named = (wanted: string) => others.find(({ name }) => name === wanted);
  return named('postgres') ?? named('nobody') ?? others[0];
}

function refuse(cause: unknown): never {
  throw new StartupError(
    'PostgreSQL does not run as root, and no other user can enter this folder. Run as an ordinary user, move the project to a folder that others may enter (such as /opt), or set DATABASE_URL.',
    { cause },
  );
}

export function isOpenToOthers(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isOpenToOthers(parent);
}

function readUsers(): User[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
