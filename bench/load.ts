import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What one run of a load generator measured. */
export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Lua expressions for parts of the request that must differ, such as ids. */
  readonly body?: string;
  readonly path?: string;
  /** Each of these once, instead of the same again and again for a time. */
  readonly each?: readonly OneRequest[];
}

interface OneRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Of the generator; one is enough for a small machine. */
  readonly threads?: number;
  /** That many per connection instead of for a time, for what can be done once only (pgbench). */
  readonly transactions?: number;
  /** So many of these, the first ones of each connection, do not count. */
  readonly skipped?: number;
}

/** wrk: a C program, so that the generator takes as little of the machine as it can. */
export async function loadHttp(request: HttpRequest, options: LoadOptions): Promise<Measurement> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-wrk-'));
  const script = path.join(directory, 'request.lua');
  writeFileSync(script, luaScript(request));
  const output = await run('wrk', [
    `-c${options.connections}`,
    `-t${options.threads ?? 1}`,
    `-d${options.seconds}s`,
    '--latency',
    '-s',
    script,
    request.url,
  ]);
  rmSync(directory, { recursive: true, force: true });
  const result = /RESULT (\S+) (\S+) (\S+) (\S+) (\S+)/.exec(output);
  if (!result) throw new Error(`wrk answered:\n${output}`);
  const [, requestsPerSecond, p50, p95, p99, errors] = result.map(Number);
  return {
    perSecond: requestsPerSecond ?? 0,
    p50Ms: p50 ?? 0,
    p95Ms: p95 ?? 0,
    p99Ms: p99 ?? 0,
    errors: errors ?? 0,
  };
}

function luaScript(request: HttpRequest): string {
  return `
${request.each ? eachOnce(request.each, request) : sameAgain(request)}
done = function(summary, latency)
  local errors = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('RESULT %f %f %f %f %d\\n', summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3, errors))
end
`;
}

function sameAgain({ method = 'GET', headers, body, path: requestPath }: HttpRequest): string {
  return `
math.randomseed(os.time())
local function uuid()
  return (string.gsub('xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx', 'x', function()
    return string.format('%x', math.random(0, 15))
  end))
end
local headers = ${luaTable(headers)}
request = function()
  return wrk.format(${JSON.stringify(method)}, ${requestPath ?? 'nil'}, headers, ${body ?? 'nil'})
end`;
}

/** A connection that finds nothing left to send waits until all are answered. */
function eachOnce(each: readonly OneRequest[], { method = 'POST', headers }: HttpRequest): string {
  const requests = each.map(
    (one) => `{ ${luaTable({ ...headers, ...one.headers })}, ${JSON.stringify(one.body)} }`,
  );
  return `
local ffi = require('ffi')
ffi.cdef('int kill(int, int); int getpid(void);')
local each = { ${requests.join(',\n')} }
-- wrk asks for one more at the beginning, to look at.
local taken, sent, answered = 0, -1, 0
delay = function()
  taken = taken + 1
  return taken > #each and 3600000 or 0
end
request = function()
  sent = sent + 1
  local one = each[math.max(sent, 1)]
  return wrk.format(${JSON.stringify(method)}, nil, one[1], one[2])
end
response = function()
  answered = answered + 1
  -- Ctrl-C for wrk itself, which otherwise waits for its time to be over.
  if answered == #each then ffi.C.kill(ffi.C.getpid(), 2) end
end`;
}

function luaTable(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}

/** pgbench in pipeline mode: the same statements with nothing between them and PostgreSQL. */
export async function loadSql(
  script: string,
  connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  },
  options: LoadOptions,
): Promise<Measurement> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-sql-'));
  const file = path.join(directory, 'script.sql');
  writeFileSync(file, script);
  const args = [
    '-n',
    '-D',
    'turn=0',
    '-M',
    'prepared',
    '-c',
    String(options.connections),
    '-j',
    String(options.threads ?? 1),
  ];
  if (options.transactions) args.push('-t', String(options.transactions));
  else args.push('-T', String(options.seconds));
  args.push('-f', file, '-l', `--log-prefix=${directory}/log`);
  args.push('-h', connection.host, '-p', String(connection.port), '-U', connection.user);
  const output = await run('pgbench', [...args, connection.database], {
    PGPASSWORD: connection.password,
  });
  const told = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  if (!told) throw new Error(`pgbench answered:\n${output}`);
  const transactions = readTransactions(directory);
  rmSync(directory, { recursive: true, force: true });
  const { skipped = 0 } = options;
  const counted = transactions.filter(({ number }) => number > skipped);
  const latencies = Float64Array.from(counted, ({ microseconds }) => microseconds).sort();
  const perSecond = skipped === 0 ? told : rateAfter(transactions, skipped);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0) / 1000;
  return { perSecond, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), errors: 0 };
}

interface Transaction {
  /** Of its connection, from 1. */
  readonly number: number;
  readonly microseconds: number;
  readonly endedAt: number;
}

/** pgbench's log of transactions: connection, number, microseconds, script, end in seconds and microseconds. */
function readTransactions(directory: string): Transaction[] {
  const files = globSync(`${directory}/log*`);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  return lines.map((line) => {
    const [, number = 0, microseconds = 0, , seconds = 0, rest = 0] = line.split(' ').map(Number);
    return { number, microseconds, endedAt: seconds + rest / 1e6 };
  });
}

/** Transactions a second from when every connection was through its first ones. */
function rateAfter(transactions: readonly Transaction[], skipped: number): number {
  const ends = (first: boolean) =>
    transactions.filter(({ number }) => number <= skipped === first).map(({ endedAt }) => endedAt);
  const begun = Math.max(...ends(true));
  const later = ends(false).filter((endedAt) => endedAt > begun);
  return later.length / (Math.max(...later) - begun);
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', () =>
      reject(new Error(`The bench needs ${command} (Debian: apt-get install wrk postgresql-15).`)),
    );
    child.once('close', () => resolve(output));
  });
}
