import { existsSync } from 'node:fs';
import path from 'node:path';
import { compareVersions, isPrerelease, parseVersion } from '../../server/updates/versions.ts';
import { outputOf, runCommand } from './run-command.ts';
import { UpdateError } from './update-error.ts';

/** Never asks for a password at a terminal nobody sits at. */
const ENVIRONMENT = { GIT_TERMINAL_PROMPT: '0' };

/** The checkout the program runs from. */
export class Checkout {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    if (existsSync(path.join(root, '.git'))) return;
    if (existsSync(path.join(root, 'bin', 'chalkline'))) {
      throw new UpdateError(
        'This installation is from an archive, which another one replaces: sudo deploy/install.sh --archive FILE_OR_ADDRESS. Without the service: unpack the newer one beside it, stop this one, and start that one with the same DATA_DIR.',
      );
    }
    throw new UpdateError(
      `${root} is no git checkout, so npm run update cannot fetch into it. Clone the repository beside it, copy .env and the data folder there, and start that one; from then on npm run update works. A container is updated by building its image again.`,
    );
  }

  git(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, ...ENVIRONMENT };
    return outputOf(`git ${args[0]}`, 'git', args, { cwd: this.root, env });
  }

  async succeeds(...args: readonly string[]): Promise<boolean> {
    const env = { ...process.env, ...ENVIRONMENT };
    return (await runCommand('git', args, { cwd: this.root, env })).code === 0;
  }

  /** Version tags of `origin`, newest last. */
  async releases(): Promise<string[]> {
    const lines = await this.git('ls-remote', '--tags', '--refs', 'origin', 'refs/tags/v*');
    return lines
      .split('\n')
      .flatMap((line) => parseVersion(line.split('refs/tags/')[1] ?? '') ?? [])
      .sort(compareVersions);
  }

  /** A tag that was fetched before and has changed since is refused by git itself. */
  async fetchTag(tag: string): Promise<string> {
    const reference = `refs/tags/${tag}`;
    const depth = (await this.isShallow()) ? ['--depth=1'] : [];
    await this.git('fetch', '--no-tags', ...depth, 'origin', `${reference}:${reference}`);
    return this.commitOf(reference);
  }

  async commitOf(reference: string): Promise<string> {
    return (await this.git('rev-parse', '--verify', `${reference}^{commit}`)).trim();
  }

  async isShallow(): Promise<boolean> {
    return (await this.git('rev-parse', '--is-shallow-repository')).trim() === 'true';
  }

  async branch(): Promise<string | undefined> {
    const detached = !(await this.succeeds('symbolic-ref', '-q', 'HEAD'));
    return detached ? undefined : (await this.git('symbolic-ref', 'HEAD')).trim();
  }

  /** Files git knows that were edited, by name. */
  async editedFiles(): Promise<string[]> {
    const lines = await this.git('status', '--porcelain', '--untracked-files=no');
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3));
  }

  /** Files of `commit` that git does not know here but that exist: the update would overwrite them. */
  async filesInTheWay(commit: string): Promise<string[]> {
    const added = await this.git(
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--diff-filter=A',
      'HEAD',
      commit,
    );
    const names = added.split('\0').filter(Boolean);
    return names.filter((name) => existsSync(path.join(this.root, name)));
  }

  async hasFile(commit: string, name: string): Promise<boolean> {
    return this.succeeds('cat-file', '-e', `${commit}:${name}`);
  }
}

/** The release to go to: the one that was named, or the newest that is newer and no candidate. */
export function chooseRelease(
  releases: readonly string[],
  current: string,
  wanted: string | undefined,
): string | undefined {
  if (wanted === undefined) {
    const newer = releases.filter((version) => compareVersions(version, current) > 0);
    return newer.findLast((version) => !isPrerelease(version));
  }
  const version = parseVersion(wanted);
  if (version !== undefined && releases.includes(version)) return version;
  const known = releases.slice(-5).join(', ') || 'none';
  throw new UpdateError(`There is no release ${wanted} at origin. The newest are: ${known}.`);
}
