import type { SystemProbe } from '../system/system-line.ts';
import type { WeatherClient } from './weather-client.ts';

const TIMEOUT_MS = 3_000;

/** Whether the service of WEATHER_URL answers; no place is asked for. */
export function weatherProbe(client: WeatherClient | undefined): SystemProbe {
  return async () => {
    if (!client) return { id: 'weather', state: 'off', reason: 'notSet', values: {} };
    const isReachable = await client.isReachable(TIMEOUT_MS);
    return {
      id: 'weather',
      state: isReachable ? 'ok' : 'warning',
      reason: isReachable ? 'reachable' : 'unreachable',
      values: { host: client.host },
    };
  };
}
