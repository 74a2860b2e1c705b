import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Its peers are not in every registry, and only this bench needs it: installed when asked for. */
const VERSION = '12.8.2';

interface Audit {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
}

export interface LighthouseReport {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ readonly lhr: LighthouseReport } | undefined>;

export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = path.join(import.meta.dirname, '../results/lighthouse');
  const entry = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) install(folder);
  const module = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return module.default;
}

function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${VERSION}`],
    { stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}
