import type { SystemLine } from '../system/system-line.ts';
import type { UpdateCheck, UpdateChecks } from './update-checks.ts';
import { compareVersions } from './versions.ts';

/** What Settings › System says about new versions; `checks` is missing without UPDATE_URL. */
export async function updateLine(
  checks: Pick<UpdateChecks, 'read'> | undefined,
  version: string,
): Promise<SystemLine> {
  if (!checks) return line('off', 'off', { version });
  const check = await checks.read();
  const askedAt = check.askedAt?.toISOString() ?? null;
  return lineOf(check, version, askedAt);
}

function lineOf(check: UpdateCheck, version: string, askedAt: string | null): SystemLine {
  const { release, problem } = check;
  if (release && compareVersions(release.version, version) > 0) {
    const { version: newVersion, notesUrl, security } = release;
    const values = { version, newVersion, notesUrl, askedAt };
    return security ? line('error', 'security', values) : line('warning', 'available', values);
  }
  if (problem !== null) return line('warning', 'failed', { version, problem, askedAt });
  if (!release) return line('ok', 'notAskedYet', { version });
  return line('ok', 'current', { version, askedAt });
}

function line(
  state: SystemLine['state'],
  reason: string,
  values: SystemLine['values'],
): SystemLine {
  return { id: 'update', state, reason, values };
}
