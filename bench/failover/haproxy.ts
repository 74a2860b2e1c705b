import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/http/free-port.ts';

const PROGRAM = '/usr/sbin/haproxy';
const PAGE = path.join(import.meta.dirname, '../../docs/scaling.md');

export interface DatabaseMachine {
  readonly postgresPort: number;
  readonly restPort: number;
}

/** HAProxy as docs/scaling.md has it, but for addresses: one port that leads to the primary. */
export class DatabaseProxy {
  readonly port: number;
  readonly #process: ChildProcess;

  static async open(
    directory: string,
    machines: readonly DatabaseMachine[],
  ): Promise<DatabaseProxy> {
    if (!existsSync(PROGRAM)) throw new Error('Needs Debian’s haproxy (apt-get install haproxy).');
    const port = await freePort();
    const config = path.join(directory, 'haproxy.cfg');
    writeFileSync(config, adapt(readConfiguration(), port, machines));
    const proxy = new DatabaseProxy(
      port,
      spawn(PROGRAM, ['-db', '-f', config], { stdio: 'ignore' }),
    );
    await sleep(3_000);
    return proxy;
  }

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#process = child;
  }

  close(): void {
    this.#process.kill('SIGTERM');
  }
}

function readConfiguration(): string {
  const block = /^```cfg\n([\s\S]*?)^```$/m.exec(readFileSync(PAGE, 'utf8'))?.[1];
  if (!block) throw new Error('docs/scaling.md has no HAProxy before the database any more.');
  return block;
}

function adapt(text: string, port: number, machines: readonly DatabaseMachine[]): string {
  const own = ({ postgresPort, restPort }: DatabaseMachine) =>
    `127.0.0.1:${postgresPort} check port ${restPort}`;
  const [one, two] = machines.map(own);
  return text
    .replace('bind 10.0.0.41:5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.21:5432 check port 8008', one ?? '')
    .replace('10.0.0.22:5432 check port 8008', two ?? '');
}
