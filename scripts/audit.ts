// The dependency audit of `npm run check`: known vulnerabilities of high severity in what we ship fail it.
import { execFile } from 'node:child_process';

const FAILING = new Set(['high', 'critical']);
const TIMEOUT_MS = 30_000;

export interface AuditOutcome {
  readonly passed: boolean;
  /** What a person should know: the vulnerabilities, or why nothing could be asked. */
  readonly note: string;
}

interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  /** Instead of the above when the registry gave no answer. */
  readonly message?: string;
}

interface Vulnerability {
  readonly severity: string;
  readonly range: string;
  /** Advisories of the package itself; names are those of packages that pass theirs on. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/**
 * Asks the registry about the lockfile. Without an answer there is no result: the check passes and
 * says so, since a machine without network, or a mirror without advisories, must still be able to test.
 */
export async function auditDependencies(
  directory: string,
  registry?: string,
): Promise<AuditOutcome> {
  const args = ['audit', '--json', '--package-lock-only', '--omit=dev', '--fetch-retries=0'];
  if (registry !== undefined) args.push(`--registry=${registry}`);
  return readReport(await runNpm([...args, '--fetch-timeout=15000'], directory));
}

function readReport(output: string): AuditOutcome {
  const report = parse(output);
  if (report?.vulnerabilities === undefined) {
    const reason = report?.message ?? 'npm audit gave no report';
    return { passed: true, note: `not audited, the registry gave no answer: ${reason}` };
  }
  const found = Object.entries(report.vulnerabilities);
  const failing = found.filter(([, { severity }]) => FAILING.has(severity));
  return { passed: failing.length === 0, note: failing.map(describe).join('\n') };
}

function describe([name, { severity, range, via }]: [string, Vulnerability]): string {
  const reasons = via.map((cause) =>
    typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.url})`,
  );
  return `${name} ${range}, ${severity}: ${reasons.join('; ')}`;
}

function parse(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport;
  } catch {
    return undefined;
  }
}

/** The npm that runs this script, or the one of the machine; its exit code says nothing we need. */
function runNpm(args: readonly string[], cwd: string): Promise<string> {
  const own = process.env['npm_execpath'];
  const [command, all] = own ? [process.execPath, [own, ...args]] : ['npm', [...args]];
  const options = { cwd, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(command, all, options, (_error, stdout) => resolve(stdout));
  });
}
