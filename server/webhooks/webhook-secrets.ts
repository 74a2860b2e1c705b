import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { Keys } from '../keys/keys.ts';
import { SealError } from '../keys/seal-keys.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { UnreadableSecretError } from './attempt-result.ts';
import type { WebhookHooks } from './webhook-queue.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly log: Logger;
  readonly keys: Pick<Keys, 'sealKeys'>;
  readonly hooks: WebhookHooks;
}

interface UnsealedSecret {
  readonly id: string;
  readonly endpointId: string;
  readonly secret: string;
}

const PLAIN = 'whsec_';
const contextOf = (endpointId: string) => `webhook ${endpointId}`;

/**
 * Seals the secrets that the project makes, so that the database alone signs nothing, and opens them for
 * signing. Those of earlier versions are sealed at the first start.
 */
export class WebhookSecrets {
  readonly #dependencies: Dependencies;
  readonly #worker: QueueWorker;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#worker = new QueueWorker({
      ...dependencies,
      channel: 'webhook_secrets',
      waiting: 'secrets of webhooks wait to be sealed',
      work: () => this.#sealAll(),
    });
  }

  start(): Promise<void> {
    return this.#worker.start();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** Resolves once all that were there at the call are sealed. */
  drain(): Promise<void> {
    return this.#worker.drain();
  }

  /** As receivers know them. One that does not open here is left out as long as another does. */
  open(endpointId: string, stored: readonly string[]): string[] {
    const opened = stored.flatMap((secret) => {
      if (secret.startsWith(PLAIN)) return [secret];
      try {
        return [this.#dependencies.keys.sealKeys.unseal(secret, contextOf(endpointId))];
      } catch (error) {
        if (error instanceof SealError) return [];
        throw error;
      }
    });
    if (opened.length > 0) return opened;
    throw new UnreadableSecretError(
      'it was sealed by another installation; change the secret of this webhook',
    );
  }

  async #sealAll(): Promise<void> {
    const { sql, keys, hooks } = this.#dependencies;
    if (!hooks.unsealed || !hooks.seal) return;
    const { unsealed, seal } = hooks;
    const secrets = await sql<UnsealedSecret[]>`
      select id, endpoint_id as "endpointId", secret from ${sql(unsealed.schema)}.${sql(unsealed.name)}()`;
    for (const { id, endpointId, secret } of secrets) {
      const sealed = keys.sealKeys.seal(secret, contextOf(endpointId));
      await sql`select ${sql(seal.schema)}.${sql(seal.name)}(${id}::uuid, ${secret}, ${sealed})`;
    }
  }
}
