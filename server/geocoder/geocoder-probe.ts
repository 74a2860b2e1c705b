import type { SystemProbe } from '../system/system-line.ts';
import type { GeocoderClient } from './geocoder-client.ts';

const TIMEOUT_MS = 3_000;

/** Whether the geocoder of GEOCODER_URL answers; no address is asked for. */
export function geocoderProbe(client: GeocoderClient | undefined): SystemProbe {
  return async () => {
    if (!client) return { id: 'geocoder', state: 'off', reason: 'notSet', values: {} };
    const isReachable = await client.isReachable(TIMEOUT_MS);
    return {
      id: 'geocoder',
      state: isReachable ? 'ok' : 'warning',
      reason: isReachable ? 'reachable' : 'unreachable',
      values: { host: client.host },
    };
  };
}
