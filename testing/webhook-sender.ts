// Delivers webhooks of a database as the server does, as a process that a test can kill.
import { connectPlatform } from '../server/database/sql/connect.ts';
import { createLog } from '../server/http/log.ts';
import { importSealKeys } from '../server/keys/seal-keys.ts';
import { WebhookClient } from '../server/webhooks/webhook-client.ts';
import { WebhookDelivery } from '../server/webhooks/webhook-delivery.ts';
import { WebhookQueue } from '../server/webhooks/webhook-queue.ts';
import { WebhookSecrets } from '../server/webhooks/webhook-secrets.ts';

const { endpoint, hooks, sealKey, aheadMs } = JSON.parse(process.argv[2] ?? '');
const sql = connectPlatform(endpoint, { max: 4 });
const log = createLog('error');
const secrets = new WebhookSecrets({
  sql,
  log,
  hooks,
  keys: { sealKeys: importSealKeys([sealKey]) },
});
const delivery = new WebhookDelivery({
  sql,
  log,
  secrets,
  queue: new WebhookQueue(sql, hooks, () => new Date(Date.now() + aheadMs)),
  client: new WebhookClient({ allowed: ['127.0.0.0/8'], timeoutMs: 5_000 }),
  retrySeconds: Array.from({ length: 20 }, () => 0.01),
});
await secrets.start();
await delivery.start();
