import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { Secrets } from '../../server/keys/secrets.ts';
import { startFakeS3 } from '../../testing/fake-s3.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { Channels } from '../chaos/channels.ts';
import type { HeadersFor } from '../chaos/lines.ts';
import { Site } from '../chaos/site.ts';
import { signToken } from '../environment.ts';
import { Balancer } from './balancer.ts';

interface Neighbors {
  readonly balancer: Balancer;
  readonly smtp: SmtpServer;
  readonly s3: Awaited<ReturnType<typeof startFakeS3>>;
  readonly channels: Channels;
}

/** Servers on one database and one store, a balancer before them, and all they send to. */
export class Fleet {
  readonly balancer: Balancer;
  readonly smtp: SmtpServer;
  readonly channels: Channels;
  readonly servers: Site[] = [];
  readonly #directory: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #s3: Awaited<ReturnType<typeof startFakeS3>>;
  #count = 0;

  static async open(directory: string, databaseUrl: string): Promise<Fleet> {
    const [balancer, smtp, s3, channels] = await Promise.all([
      Balancer.open(),
      startSmtpServer(),
      startFakeS3(),
      Channels.open(directory, 'fleet'),
    ]);
    return new Fleet(directory, databaseUrl, { balancer, smtp, s3, channels });
  }

  private constructor(
    directory: string,
    databaseUrl: string,
    { balancer, smtp, s3, channels }: Neighbors,
  ) {
    this.balancer = balancer;
    this.smtp = smtp;
    this.channels = channels;
    this.#s3 = s3;
    this.#directory = directory;
    this.#env = {
      ...channels.env,
      DATABASE_URL: databaseUrl,
      S3_URL: s3.url,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'bench@example.com',
    };
  }

  get url(): string {
    return this.balancer.url;
  }

  async add(root?: string): Promise<Site> {
    const dataDir = path.join(this.#directory, `server-${++this.#count}`);
    mkdirSync(dataDir, { recursive: true });
    const site = await Site.open(dataDir, this.#env, root);
    this.servers.push(site);
    await this.balancer.use(this.servers.map(({ url }) => url));
    return site;
  }

  /** In order: the balancer lets go of it first, as a rolling update does. */
  async remove(site: Site): Promise<void> {
    this.servers.splice(this.servers.indexOf(site), 1);
    await this.balancer.use(this.servers.map(({ url }) => url));
    await sleep(500);
    await site.close();
  }

  /** How to be somebody: servers on one database share their keys there. */
  async headers(sql: Sql): Promise<HeadersFor> {
    const [row] = await sql<{ keys: Secrets['keys'] }[]>`
      select keys from supabase_migrations.server_keys`;
    if (!row) throw new Error('The servers share no keys.');
    const secrets = { keys: row.keys } as Secrets;
    return async (userId) => ({
      apikey: row.keys.publishableKey,
      authorization: `Bearer ${await signToken(secrets, userId, '30d')}`,
      'content-type': 'application/json',
    });
  }

  async close(): Promise<void> {
    this.balancer.close();
    await Promise.all(this.servers.map((site) => site.close()));
    await Promise.all([this.smtp.stop(), this.#s3.stop(), this.channels.close()]);
  }
}
