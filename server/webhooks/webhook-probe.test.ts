import { afterAll, expect, test } from 'vitest';
import { makeCompany } from '../../supabase/tests/world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { addWork, createWebhook } from '../../testing/webhook-work.ts';
import { type WebhookFigures, webhookLine, webhookProbe } from './webhook-probe.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.drop());

const NOW = new Date('2026-11-18T12:00:00Z');
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const FINE: WebhookFigures = {
  endpoints: 3,
  failing: 0,
  turnedOff: 0,
  waiting: 0,
  dueSince: null,
  delivered: 12,
  lastDeliveredAt: before(1),
};

test.each<[Partial<WebhookFigures>, string]>([
  [{}, 'ok ok 12'],
  [{ delivered: 0, lastDeliveredAt: null }, 'ok unused 0'],
  [{ waiting: 4, dueSince: before(14) }, 'ok ok 12'],
  [{ waiting: 4, dueSince: before(16), failing: 1 }, 'error heldUp 4'],
  [{ failing: 2, waiting: 9 }, 'warning failing 2'],
  [{ failing: 2, turnedOff: 1 }, 'warning off 1'],
])('%j: %s', (more, said) => {
  const { state, reason, values } = webhookLine({ ...FINE, ...more }, NOW);
  expect(`${state} ${reason} ${values['count']}`).toBe(said);
});

test('figures are of all companies; without a webhook there is no line', async () => {
  const probe = webhookProbe(sql, { schema: 'private', name: 'webhook_figures' });
  expect(await probe()).toBeNull();
  const us = await makeCompany(sql);
  const { id } = await createWebhook(sql, us, 'https://hooks.example.com/one');
  await createWebhook(sql, await makeCompany(sql), 'https://hooks.example.com/two');
  expect(await probe()).toMatchObject({ reason: 'unused', values: { endpoints: 2, waiting: 0 } });
  await addWork(sql, us, 1);
  const [first] = await sql`select id from private.claim_webhooks(1, 1)`;
  expect(await probe()).toMatchObject({ state: 'ok', values: { waiting: 3 } });
  await sql`update webhook_deliveries set send_after = now() - interval '1 hour', claimed_until = null`;
  expect(await probe()).toMatchObject({ state: 'error', reason: 'heldUp' });
  await sql`select private.note_webhook_attempt(${first?.['id']}, '{"delivered": false, "retry_seconds": 300, "duration_ms": 5}')`;
  expect(await probe()).toMatchObject({ reason: 'failing', values: { failing: 1 } });
  await sql`update webhook_endpoints set active = false, off_reason = 'gone' where id = ${id}`;
  expect(await probe()).toMatchObject({ reason: 'off', values: { turnedOff: 1, waiting: 0 } });
  await sql`update webhook_endpoints set active = true where id = ${id}`;
  const [next] = await sql`select id from private.claim_webhooks(1, 1)`;
  await sql`select private.note_webhook_attempt(${next?.['id']}, '{"delivered": true, "response_code": 200, "duration_ms": 5}')`;
  expect(await probe()).toMatchObject({ state: 'ok', reason: 'ok', values: { delivered: 1 } });
});
