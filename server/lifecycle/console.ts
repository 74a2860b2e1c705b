import { styleText } from 'node:util';
import type { RunningServer } from '../server.ts';
import { version } from '../version.ts';

const started = performance.now();

export function printProgress(step: string): void {
  console.log(`  ${styleText('dim', '·')} ${step}`);
}

export function printSummary(server: RunningServer): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { config } = server.dependencies;
  const rows: [string, string][] = [['Open', styleText(['bold', 'cyan'], server.url)]];
  if (server.demo) {
    for (const role of ['owner', 'manager', 'employee']) {
      rows.push([role === 'owner' ? 'Demo' : '', `${role}@example.com  chalkline-demo`]);
    }
  }
  if (config.smtpUrl === undefined) rows.push(['Mail', `${server.url}/dev/mail (captured)`]);
  rows.push(['Data', config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL']);

  console.log(
    `\n  ${styleText('bold', 'Chalkline')} ${version} ${styleText('dim', `ready in ${seconds} s`)}`,
  );
  console.log(styleText('blue', '  ~~~~~~~~~'));
  for (const [label, value] of rows) {
    console.log(`  ${styleText('dim', label.padEnd(6))}${value}`);
  }
  for (const name of server.editedMigrations) {
    console.log(
      styleText(
        'yellow',
        `  ${name} was edited after it had been applied; write a new migration instead.`,
      ),
    );
  }
  console.log(styleText('dim', '\n  Ctrl-C stops everything.\n'));
}
