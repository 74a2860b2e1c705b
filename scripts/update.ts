// `npm run update [-- --to VERSION] [--dry-run]`: fetches the next release, backs up, installs, restarts, checks, and goes
// back when the new version is not healthy. Exit codes: 0 done, 1 refused and unchanged, 2 went back, 3 help needed.
import path from 'node:path';
import { asOwner } from './update/as-owner.ts';
import { readOptions, USAGE } from './update/options.ts';
import { claimUpdate, releaseUpdate } from './update/recover.mjs';
import { Update } from './update/run-update.ts';
import { loadServiceEnvironment } from './update/service-environment.ts';
import { UpdateError } from './update/update-error.ts';

const ROOT = path.join(import.meta.dirname, '..');
const report = (step: string): void => console.log(`  · ${step}`);

async function main(): Promise<string> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return USAGE;
  const update = new Update(ROOT, options, report);
  if (options.dryRun) return update.dryRun();
  const other = claimUpdate(ROOT);
  if (other !== undefined) {
    throw new UpdateError(`Another update is running (process ${other}). Wait until it has ended.`);
  }
  process.on('exit', () => releaseUpdate(ROOT));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (update.canStop) process.exit(130);
      report('It cannot be broken off now: it will be done, or taken back, in a minute');
    });
  }
  const resumed = await update.resume();
  if (resumed !== undefined || options.resume) return resumed ?? 'No update was interrupted.';
  return update.run();
}

try {
  const { service } = readOptions(process.argv.slice(2));
  await loadServiceEnvironment(ROOT, service);
  const code = await asOwner(ROOT);
  if (code !== undefined) process.exit(code);
  console.log(`\n  ${await main()}\n`);
  process.exit(0);
} catch (error) {
  if (error instanceof UpdateError) console.error(`\n  ${error.message}\n`);
  else console.error(error);
  process.exit(error instanceof UpdateError ? error.exitCode : 1);
}
