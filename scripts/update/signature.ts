import type { Checkout } from './git.ts';
import { runCommand } from './run-command.ts';
import { UpdateError } from './update-error.ts';

/** What was found out, as one line; a signature that does not fit is refused. */
export async function checkSignature(
  { root }: Checkout,
  tag: string,
  isRequired: boolean,
): Promise<string> {
  const cwd = root;
  const kind = await runCommand('git', ['cat-file', 'tag', tag], { cwd });
  if (kind.code !== 0 || !/^-----BEGIN [A-Z ]*SIGNATURE-----$/m.test(kind.stdout)) {
    return unverified(`${tag} has no signature`, isRequired);
  }
  const { code, stdout, stderr } = await runCommand('git', ['verify-tag', '--raw', tag], { cwd });
  const said = `${stdout}\n${stderr}`;
  if (code === 0) return `The signature of ${tag} is good: ${signer(said)}`;
  if (isBad(said)) {
    throw new UpdateError(
      `The signature of ${tag} is bad: the release was changed after it was signed. Nothing was changed; report it to whoever publishes the releases.`,
    );
  }
  return unverified(
    `${tag} is signed, but this machine cannot check by whom (import the key into gpg, or set gpg.ssh.allowedSignersFile)`,
    isRequired,
  );
}

function unverified(found: string, isRequired: boolean): string {
  if (!isRequired) return found;
  throw new UpdateError(`${found}, and --require-signature was given. Nothing was changed.`);
}

function isBad(said: string): boolean {
  return /\bBADSIG\b|\bREVKEYSIG\b|Signature verification failed|incorrect signature/i.test(said);
}

function signer(said: string): string {
  const gpg = /GOODSIG \S+ (.+)/.exec(said)?.[1];
  return gpg ?? /Good "git" signature for (\S+)/.exec(said)?.[1] ?? 'a known key';
}
