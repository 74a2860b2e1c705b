import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/http/free-port.ts';

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const NEEDED = ['/usr/bin/patroni', '/usr/bin/etcd', `${POSTGRES_BIN}/postgres`];
const PASSWORD = 'failover';

interface Node {
  readonly name: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly config: string;
  process: ChildProcess | undefined;
}

/** What Debian's packages are not installed here, in words; undefined when all are. */
export function missingPackages(): string | undefined {
  if (NEEDED.every(existsSync)) return undefined;
  return 'Left out: needs Debian’s patroni, etcd-server, python3-etcd and postgresql-15 (apt-get install).';
}

/** Two PostgreSQL that replicate synchronously, each kept by Patroni, and the etcd that decides. */
export class PatroniCluster {
  readonly #directory: string;
  readonly #user: { readonly uid: number; readonly gid: number };
  #nodes: readonly Node[] = [];
  #etcd: ChildProcess | undefined;

  static async open(directory: string): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(directory);
    await cluster.#start();
    return cluster;
  }

  private constructor(directory: string) {
    this.#directory = directory;
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    this.#user = { uid: id('-u'), gid: id('-g') };
  }

  /** With every machine, as a server takes it. */
  get url(): string {
    const ports = this.#nodes.map(({ postgresPort }) => postgresPort);
    return `${this.urlAt(ports)}?target_session_attrs=read-write`;
  }

  urlAt(ports: readonly number[]): string {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `postgres://postgres:${PASSWORD}@${hosts}/postgres`;
  }

  get machines(): readonly { readonly postgresPort: number; readonly restPort: number }[] {
    return this.#nodes;
  }

  async #start(): Promise<void> {
    this.#own(this.#directory, 0o755);
    const [client, peer] = [await freePort(), await freePort()];
    this.#etcd = this.#run('/usr/bin/etcd', [
      ...['--name', 'decides', '--data-dir', path.join(this.#directory, 'etcd')],
      ...['--listen-client-urls', `http://127.0.0.1:${client}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-cluster', `decides=http://127.0.0.1:${peer}`],
    ]);
    const nodes: Node[] = [];
    for (const name of ['one', 'two']) nodes.push(await this.#prepare(name, client));
    this.#nodes = nodes;
    for (const node of nodes) this.#launch(node);
    await this.untilComplete();
  }

  async #prepare(name: string, etcdPort: number): Promise<Node> {
    const [postgresPort, restPort] = [await freePort(), await freePort()];
    const folder = path.join(this.#directory, name);
    mkdirSync(folder);
    this.#own(folder, 0o700);
    const config = path.join(folder, 'patroni.yml');
    writeFileSync(config, patroniYml({ name, postgresPort, restPort, etcdPort, folder }));
    this.#own(config, 0o600);
    return { name, postgresPort, restPort, config, process: undefined };
  }

  /** Both nodes there, the follower streaming and synchronous: only then may the leader die. */
  async untilComplete(): Promise<void> {
    const begun = performance.now();
    while (performance.now() - begun < 180_000) {
      for (const { restPort } of this.#nodes) {
        const members = await this.#members(restPort);
        const roles = members.map(({ role, state }) => `${role} ${state}`).sort();
        if (/^leader running,sync_standby (running|streaming)$/.test(roles.join())) return;
      }
      await sleep(300);
    }
    throw new Error('The cluster does not become whole.');
  }

  /** A machine that dies: Patroni and its PostgreSQL at once, without a word to anybody. */
  async killLeader(): Promise<{ restart(): void }> {
    const leader = await this.#leader();
    this.#kill(leader);
    return { restart: () => this.#launch(leader) };
  }

  /** Only PostgreSQL: Patroni notices, and gives way or starts it again. */
  async killPostgres(): Promise<void> {
    const leader = await this.#leader();
    process.kill(this.#postmaster(leader), 'SIGKILL');
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) this.#kill(node);
    this.#etcd?.kill('SIGKILL');
    await sleep(500);
  }

  async #leader(): Promise<Node> {
    for (;;) {
      for (const node of this.#nodes) {
        const answer = await ask(`http://127.0.0.1:${node.restPort}/primary`);
        if (answer?.ok) return node;
      }
      await sleep(200);
    }
  }

  async #members(restPort: number): Promise<{ role: string; state: string }[]> {
    const answer = await ask(`http://127.0.0.1:${restPort}/cluster`);
    if (!answer) return [];
    return ((await answer.json()) as { members: { role: string; state: string }[] }).members;
  }

  #launch(node: Node): void {
    node.process = this.#run('/usr/bin/patroni', [node.config]);
  }

  #kill(node: Node): void {
    const postmaster = this.#postmaster(node);
    node.process?.kill('SIGKILL');
    if (postmaster > 1) {
      try {
        process.kill(postmaster, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  }

  #postmaster({ config }: Node): number {
    const file = path.join(path.dirname(config), 'data/postmaster.pid');
    return existsSync(file)
      ? Number.parseInt(execFileSync('head', ['-1', file], { encoding: 'utf8' }), 10)
      : 0;
  }

  #run(program: string, args: readonly string[]): ChildProcess {
    return spawn(program, args, {
      ...this.#user,
      cwd: this.#directory,
      // Debian's etcd asks for this on machines that are not amd64.
      env: { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch },
      stdio: 'ignore',
    });
  }

  #own(file: string, mode: number): void {
    chownSync(file, this.#user.uid, this.#user.gid);
    chmodSync(file, mode);
  }
}

function ask(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}

/** As docs/scaling.md has it, but for ports and folders. */
function patroniYml(node: {
  readonly name: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly etcdPort: number;
  readonly folder: string;
}): string {
  return `scope: chalkline
name: ${node.name}
restapi:
  listen: 127.0.0.1:${node.restPort}
  connect_address: 127.0.0.1:${node.restPort}
etcd3:
  hosts: 127.0.0.1:${node.etcdPort}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    master_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        wal_log_hints: "on"
  initdb:
    - encoding: UTF8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${node.postgresPort}
  connect_address: 127.0.0.1:${node.postgresPort}
  data_dir: ${node.folder}/data
  bin_dir: ${POSTGRES_BIN}
  pgpass: ${node.folder}/pgpass
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: rewinder, password: ${PASSWORD} }
  parameters:
    unix_socket_directories: ${node.folder}
    password_encryption: scram-sha-256
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
`;
}
