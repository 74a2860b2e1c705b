import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compareVersions } from '../../server/updates/versions.ts';
import { type Checkout, chooseRelease } from './git.ts';
import type { Version } from './recover.mjs';
import { UpdateError } from './update-error.ts';

const MAX_NAMES = 5;

/** Where to go, without having fetched or changed anything; undefined: this is the newest. */
export async function chooseTarget(
  checkout: Checkout,
  current: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  const releases = await checkout.releases();
  const target = chooseRelease(releases, current, wanted);
  return target !== undefined && compareVersions(target, current) === 0 ? undefined : target;
}

export function versionOf(root: string): string {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

export async function refuseEditedFiles(checkout: Checkout): Promise<void> {
  const edited = await checkout.editedFiles();
  if (edited.length === 0) return;
  throw new UpdateError(
    `Files of this checkout were edited: ${named(edited)}. Put your changes away (git stash) or take them back (git restore .), then run npm run update again. Settings belong in .env.`,
  );
}

/** What would be lost or could not be taken back by going there. */
export async function refuseConflicts(
  checkout: Checkout,
  from: Version,
  to: Version,
): Promise<void> {
  const inTheWay = await checkout.filesInTheWay(to.commit);
  if (inTheWay.length > 0) {
    throw new UpdateError(
      `${to.version} brings files that exist here already: ${named(inTheWay)}. Move them away and run npm run update again.`,
    );
  }
  if (!(await checkout.hasFile(to.commit, 'scripts/update.ts'))) {
    throw new UpdateError(
      `${to.version} has no npm run update: there would be no way back. By hand: stop the server, git checkout v${to.version}, npm start.`,
    );
  }
  if (await checkout.isShallow()) return;
  const isAncestor = (one: string, other: string) =>
    checkout.succeeds('merge-base', '--is-ancestor', one, other);
  if (await isAncestor(from.commit, to.commit)) return;
  if (await isAncestor(to.commit, from.commit)) return;
  throw new UpdateError(
    `This checkout has commits that ${to.version} does not contain (git log v${to.version}..HEAD). Merge the release yourself: git merge v${to.version}`,
  );
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
