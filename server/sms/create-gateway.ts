import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import { hasLoopbackPages } from '../http/loopback-only.ts';
import type { Gateway } from './gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { countSegments } from './segments.ts';
import { createTwilioGateway } from './twilio-gateway.ts';

export type GatewayMode = 'off' | 'captured' | 'gateway';

/** Where /dev/texts is offered texts are captured; elsewhere, without a gateway, there are none. */
export function gatewayMode(config: Config): GatewayMode {
  if (config.sms) return 'gateway';
  return hasLoopbackPages(config) ? 'captured' : 'off';
}

export function createGateway(config: Config, sql: Sql): Gateway | undefined {
  const { sms } = config;
  if (sms) return sms.provider === 'twilio' ? createTwilioGateway(sms) : createHttpGateway(sms);
  return gatewayMode(config) === 'captured' ? captureGateway(sql) : undefined;
}

/** Stored in the database, so that captured texts survive restarts and several servers share them. */
function captureGateway(sql: Sql): Gateway {
  return {
    host: '/dev/texts',
    async send({ id, to, body }) {
      await sql`
        insert into sms.captured (id, to_number, body, segments)
        values (${id}, ${to}, ${body}, ${countSegments(body)}) on conflict (id) do nothing`;
      return { result: 'sent', providerId: undefined };
    },
  };
}
