import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPebble } from '../scripts/find-pebble.ts';
import { freePort } from '../server/http/free-port.ts';
import { createTestAuthority } from './test-certificate.ts';

interface Options {
  readonly validitySeconds?: number;
  /** Accounts are for those who have one of these keys, by their id. */
  readonly accountKeys?: Readonly<Record<string, string>>;
}

export interface PebbleIssuer {
  readonly directoryUrl: string;
  /** Whose certificate the issuer itself has. */
  readonly caFile: string;
  /** Where it asks for HTTP-01 and TLS-ALPN-01. */
  readonly httpPort: number;
  readonly tlsPort: number;
  /** Of the certificates it issues, PEM. */
  root(): Promise<string>;
  /** How many orders it was given. */
  orderCount(): number;
  /** Its DNS answers with this address for the name; with null there is none. */
  point(name: string, address: string | null): Promise<void>;
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** An issuer for tests with a DNS of its own, where every name is this machine. */
export async function startPebble(options: Options = {}): Promise<PebbleIssuer> {
  const programs = await findPebble();
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-pebble-'));
  const file = (name: string) => path.join(directory, name);
  const { cert: authority, issue } = await createTestAuthority();
  const { cert, key } = await issue({ names: [LOOPBACK] });
  writeFileSync(file('authority.pem'), authority);
  writeFileSync(file('cert.pem'), cert);
  writeFileSync(file('key.pem'), key);
  const [listen, management, dns, dnsManagement, httpPort, tlsPort] = await freePorts(6);
  const config = {
    listenAddress: `${LOOPBACK}:${listen}`,
    managementListenAddress: `${LOOPBACK}:${management}`,
    certificate: file('cert.pem'),
    privateKey: file('key.pem'),
    httpPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: options.accountKeys !== undefined,
    externalAccountMACKeys: options.accountKeys ?? {},
    certificateValidityPeriod: options.validitySeconds ?? 90 * 24 * 3600,
  };
  writeFileSync(file('config.json'), JSON.stringify({ pebble: config }));

  const processes: Running[] = [];
  const run = (...command: [string, ...string[]]) => {
    const running = start(command);
    processes.push(running);
    return running;
  };
  const dnsAddress = `${LOOPBACK}:${dns}`;
  const served = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const manage = `http://${LOOPBACK}:${dnsManagement}`;
  run(programs.dns, ...served, '-dns01', dnsAddress, '-management', manage.slice(7));
  const issuer = run(programs.issuer, '-config', file('config.json'), '-dnsserver', dnsAddress);
  const post = async (call: string, body: object) => {
    await fetch(`${manage}/${call}`, { method: 'POST', body: JSON.stringify(body) });
  };
  const directoryUrl = `https://${LOOPBACK}:${listen}/dir`;
  const pebble: PebbleIssuer = {
    directoryUrl,
    caFile: file('authority.pem'),
    httpPort,
    tlsPort,
    root: () => download(`https://${LOOPBACK}:${management}/roots/0`, authority),
    orderCount: () => issuer.output().split('Added order').length - 1,
    async point(name, address) {
      await post('clear-a', { host: name });
      await post(address === null ? 'set-servfail' : 'clear-servfail', { host: name });
      if (address !== null) await post('add-a', { host: name, addresses: [address] });
    },
    async stop() {
      await Promise.all(processes.map((running) => running.end()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await untilAnswered(() => download(directoryUrl, authority), issuer);
  await untilAnswered(() => post('clear-a', { host: 'nobody.test' }), issuer);
  return pebble;
}

interface Running {
  readonly child: ChildProcess;
  output(): string;
  end(): Promise<void>;
}

function start([program, ...args]: readonly [string, ...string[]]): Running {
  const env = {
    ...process.env,
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_AUTHZREUSE: '0',
    PEBBLE_WFE_NONCEREJECT: '5',
  };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    child,
    output: () => output,
    end() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function untilAnswered(ask: () => Promise<unknown>, { child, output }: Running) {
  for (;;) {
    const error = await ask().then(
      () => undefined,
      (cause: unknown) => cause as Error,
    );
    if (!error) return;
    if (child.exitCode !== null) throw new Error(`Pebble ended: ${output()}`, { cause: error });
    await sleep(50);
  }
}

function download(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

type SixPorts = [number, number, number, number, number, number];

async function freePorts(count: number): Promise<SixPorts> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports] as SixPorts;
}
