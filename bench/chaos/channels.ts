import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import { freePort } from '../../server/http/free-port.ts';
import {
  type PlannedAnswer,
  startPushService,
  type TestPushService,
} from '../../testing/push-service.ts';
import { createTestAuthority } from '../../testing/test-certificate.ts';
import {
  type Answer,
  acceptedInOrder,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';
import { asCaller } from './as-caller.ts';

const HOOKS = ['/one', '/two'];
const EVENTS = [
  ...['time_entry.started', 'time_entry.stopped', 'time_entry.changed', 'time_entry.deleted'],
  ...['timesheet.signed', 'employee.changed', 'employee.left', 'shift.published', 'photo.added'],
  'ticket.signed',
];
/** People of the first generated company with a phone: owner, manager, who is scheduled, who has expenses. */
const PHONES = [1, 2, 60, 62];
/** For so long a receiver stays as it is. */
const MOOD_MS = 5_000;
const WEBHOOK_MOODS: readonly (Answer | undefined)[] = [undefined, 500, undefined, 'reset', 302];
const PUSH_MOODS: readonly (PlannedAnswer | undefined)[] = [
  undefined,
  503,
  undefined,
  'reset',
  500,
];
/** Of each, so often at any time. */
const HANGS = 0.01;
const DRAIN_TIMEOUT_MS = 180_000;
/** As many as are under way to an endpoint when their server is killed. */
const AT_ONCE = 8;

/** Receivers of webhooks and pushes that fail, hang, redirect and hang up, until they are to recover. */
export class Channels {
  readonly #receiver: WebhookReceiver;
  readonly #tls: { readonly cert: string; readonly key: string };
  readonly #pushPort: number;
  /** What a server needs to reach them. */
  readonly env: Readonly<Record<string, string>>;
  #push: TestPushService | undefined;
  #recovered = false;

  static async open(directory: string, name: string): Promise<Channels> {
    const authority = await createTestAuthority();
    const caFile = path.join(directory, `authority-of-${name}.pem`);
    writeFileSync(caFile, authority.cert, { mode: 0o644 });
    const tls = await authority.issue({ names: ['127.0.0.1'] });
    return new Channels(await startWebhookReceiver(), tls, await freePort(), caFile);
  }

  private constructor(
    receiver: WebhookReceiver,
    tls: { readonly cert: string; readonly key: string },
    pushPort: number,
    caFile: string,
  ) {
    this.#receiver = receiver;
    this.#tls = tls;
    this.#pushPort = pushPort;
    this.env = {
      WEBHOOK_ALLOW: '127.0.0.0/8',
      PUSH_ALLOW: `127.0.0.1:${pushPort}`,
      NODE_EXTRA_CA_CERTS: caFile,
    };
    receiver.plan = () => this.#moodOf(WEBHOOK_MOODS);
  }

  /** Webhooks of the first generated company, and phones of some of its people. */
  async subscribe(url: string, sql: Sql): Promise<void> {
    const { key } = (await (await fetch(`${url}/push/key`)).json()) as { key: string };
    this.#push ??= await startPushService(key, { port: this.#pushPort, tls: this.#tls });
    this.#push.answerWith(() => this.#moodOf(PUSH_MOODS));
    const [people] = await sql<{ manager: string; phones: string[] }[]>`
      select private.generate_id('user 1 2') as manager,
        array(select private.generate_id('user 1 ' || n) from unnest(${PHONES}::integer[]) n) as phones`;
    // At once, so that both are told of the same.
    const urls = HOOKS.map((hook) => `http://${this.#receiver.host}${hook}`);
    await asCaller(
      sql,
      people?.manager ?? '',
      (tx) => tx`select create_webhook(url, ${EVENTS}) from unnest(${urls}::text[]) as url`,
    );
    for (const user of people?.phones ?? []) {
      const { endpoint, p256dh, auth } = this.#push.subscribe();
      await asCaller(
        sql,
        user,
        (tx) => tx`select save_push_subscription(${endpoint}, ${p256dh}, ${auth}, 'Phone')`,
      );
    }
  }

  #moodOf<T>(moods: readonly (T | undefined)[]): T | 'hang' | undefined {
    if (this.#recovered) return undefined;
    if (Math.random() < HANGS) return 'hang';
    return moods[Math.floor(Date.now() / MOOD_MS) % moods.length];
  }

  /**
   * Everyone answers again, and what waits is sent at once instead of in minutes or hours. Then names what
   * did not arrive, arrived in the wrong order, or came more often than kills can bring about.
   */
  async compare(sql: Sql, kills: number): Promise<string[]> {
    this.#recovered = true;
    const waiting = await drain(sql);
    const pushes = await this.#comparePushes(sql, kills);
    return [...waiting, ...(await this.#compareWebhooks(sql, kills)), ...pushes];
  }

  async #compareWebhooks(sql: Sql, kills: number): Promise<string[]> {
    const rows = await sql<{ id: string; body: string }[]>`
      select 'msg_' || replace(id::text, '-', '') as id, payload::text as body from public.webhook_events
      where occurred_at >= (select min(created_at) from public.webhook_endpoints)`;
    const bodies = new Map(rows.map(({ id, body }) => [id, body]));
    const differences: string[] = [];
    for (const hook of HOOKS) {
      const arrived = this.#receiver.received.filter((one) => one.path === hook && one.isAccepted);
      const ids = new Set(arrived.map(({ id }) => id));
      const missing = rows.filter(({ id }) => !ids.has(id)).length;
      const twice = arrived.length - ids.size;
      const changed = arrived.filter(({ id, body }) => bodies.get(id) !== body).length;
      const tried = this.#receiver.received.filter((one) => one.path === hook).length;
      console.log(
        `webhook ${hook}: ${rows.length} events, ${tried} attempts, ${missing} missing, ${twice} twice`,
      );
      if (missing > 0) differences.push(`webhook ${hook}: ${missing} events are missing`);
      if (changed > 0) differences.push(`webhook ${hook}: ${changed} are not as they are stored`);
      if (twice > kills * AT_ONCE) differences.push(`webhook ${hook}: ${twice} came twice`);
      try {
        acceptedInOrder(this.#receiver, hook);
      } catch (error) {
        differences.push(`webhook ${hook}: ${(error as Error).message}`);
      }
    }
    return differences;
  }

  async #comparePushes(sql: Sql, kills: number): Promise<string[]> {
    const { received = [], violations = [] } = this.#push ?? {};
    const arrived: string[] = [];
    for (const push of received) arrived.push((await push.open()).notification.data.id);
    const ids = new Set(arrived);
    const twice = arrived.length - ids.size;
    const rows = await sql<{ id: string; outcome: string }[]>`select id, outcome from push.outbox`;
    const of = (outcome: string) => rows.filter((row) => row.outcome === outcome);
    const missing = of('sent').filter(({ id }) => !ids.has(id)).length;
    const [queued, failed] = [rows.length, of('failed').length];
    console.log(
      `${queued} pushes, ${arrived.length} arrived, ${missing} missing, ${twice} twice, ${failed} given up`,
    );
    const known = new Set(rows.map(({ id }) => id));
    const unknown = [...ids].filter((id) => !known.has(id)).length;
    return [
      ...new Set(violations),
      ...(missing > 0 ? [`${missing} pushes are missing`] : []),
      ...(unknown > 0 ? [`${unknown} pushes were sent of what is not stored`] : []),
      // Killed after the service took one and before that was noted: nobody can know. Its tag replaces it.
      ...(twice > kills * PHONES.length ? [`${twice} pushes came twice`] : []),
    ];
  }

  async close(): Promise<void> {
    this.#receiver.close();
    await this.#push?.stop();
  }
}

/** A server that was killed holds what it had taken; freed is only what no server sends any more. */
const FREE = `
  update public.webhook_deliveries set send_after = clock_timestamp() where status = 'waiting' and send_after > clock_timestamp();
  update public.webhook_deliveries set claimed_until = null where status = 'waiting' and claimed_until < clock_timestamp() + interval '35 seconds';
  update push.origins set held_until = null where held_until is not null;
  update push.outbox set send_after = clock_timestamp() where outcome is null and send_after > clock_timestamp();
  update push.outbox set claimed_until = null where outcome is null and claimed_until < clock_timestamp() + interval '95 seconds';
  notify webhook_events; notify push_outbox;`;

async function drain(sql: Sql): Promise<string[]> {
  const begun = performance.now();
  for (;;) {
    await sql.unsafe(FREE);
    const [left] = await sql<{ webhooks: number; pushes: number; ends: number }[]>`
      select (select count(*) from public.webhook_deliveries where status in ('waiting', 'queued'))::int
          + (select count(*) from public.webhook_events where sequence is null)::int as webhooks,
        (select count(*) from push.outbox where outcome is null)::int as pushes,
        (select count(*) from public.ledger_roots where signature is null)::int as ends`;
    if (!left || left.webhooks + left.pushes + left.ends === 0) return [];
    if (performance.now() - begun > DRAIN_TIMEOUT_MS) {
      return [`still waiting: ${JSON.stringify(left)}`];
    }
    await sleep(1_000);
  }
}
