import { networkInterfaces } from 'node:os';
import { styleText } from 'node:util';
import { type Config, isLoopback } from '../config.ts';
import { hasLoopbackPages } from '../http/loopback-only.ts';
import { version } from '../version.ts';
import { DEMO_ADDRESSES, DEMO_PASSWORD } from './demo-accounts.ts';
import { type LanSummary, lanSummary } from './lan-summary.ts';
import { endProgress } from './progress.ts';
import type { StartedServer } from './running-server.ts';
import { warningsAbout } from './warnings.ts';

const started = performance.now();

export async function printSummary(server: StartedServer): Promise<void> {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { config, port } = server;
  const rows: [string, string][] = [['Open', styleText(['bold', 'cyan'], server.url)]];
  const lan = await lanSummary(config);
  const others = lan?.others ?? otherAddresses(config, server.url);
  rows.push(...others.map((url): [string, string] => ['', url]));
  if (lan) rows.push(...lanRows(lan));
  if (server.demo) {
    rows.push(
      ...labelled(
        'Demo',
        DEMO_ADDRESSES.map((email) => `${email}  ${DEMO_PASSWORD}`),
      ),
    );
  }
  if (config.smtpUrl === undefined) {
    const shown = `http://127.0.0.1:${port}/dev/mail (captured, not sent)`;
    rows.push(['Mail', hasLoopbackPages(config) ? shown : 'captured, not sent: set SMTP_URL']);
  }
  if (config.workers > 1) rows.push(['Serve', `${config.workers} processes (WORKERS)`]);
  rows.push(['Data', config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL']);

  endProgress();
  console.log(
    `\n  ${styleText('bold', 'Chalkline')} ${version} ${styleText('dim', `ready in ${seconds} s`)}`,
  );
  console.log(styleText('blue', '  ~~~~~~~~~'));
  for (const [label, value] of rows) {
    console.log(`  ${styleText('dim', label.padEnd(6))}${value}`);
  }
  // In the log of a service nobody scans it.
  if (lan && process.stdout.isTTY) console.log(`\n${lan.code.replaceAll(/^/gm, '  ')}`);
  for (const name of server.editedMigrations) {
    printWarning(`${name} was edited after it had been applied; write a new migration instead.`);
  }
  for (const warning of warningsAbout(config)) printWarning(warning);
  console.log(styleText('dim', '\n  Ctrl-C stops everything.\n'));
}

export function printWarning(text: string): void {
  console.error(styleText('yellow', `  ${text}`));
}

function lanRows({ page, fingerprint }: LanSummary): [string, string][] {
  return labelled('Phone', [
    `${styleText(['bold', 'cyan'], page)} (once for each phone and computer)`,
    ...(fingerprint === null ? [] : [styleText('dim', `SHA-256 ${fingerprint}`)]),
  ]);
}

function labelled(label: string, values: readonly string[]): [string, string][] {
  return values.map((value, index) => [index === 0 ? label : '', value]);
}

/** Where else to open it. With a name, addresses would only show a warning about their certificate. */
function otherAddresses({ host, port, tls }: Config, url: string): string[] {
  if (isLoopback(host) || tls.domains.length > 0) return [];
  const [scheme, number] = tls.mode === 'off' ? ['http', port] : ['https', tls.httpsPort];
  return addressesInNetwork(host)
    .map((address) => new URL(`${scheme}://${address}:${number}`).origin)
    .filter((address) => address !== url);
}

/** Where phones in the same network find this machine. */
function addressesInNetwork(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
