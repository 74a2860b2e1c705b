import type { SystemLine, SystemProbe } from '../system/system-line.ts';
import { type MapConfig, storedMap } from './map-file.ts';

const line = (
  state: SystemLine['state'],
  reason: string,
  values: SystemLine['values'] = {},
): SystemLine => ({ id: 'map', state, reason, values });

/** What the Map draws sites on, and whose data it is. */
export function mapProbe(config: MapConfig): SystemProbe {
  return async () => {
    if (config.mapStyleUrl !== undefined) {
      return line('ok', 'provider', { host: new URL(config.mapStyleUrl).host });
    }
    const map = await storedMap(config);
    if (!map) return line('off', 'outlines');
    if (!map.facts) return line('error', 'damaged', { problem: map.problem?.message ?? '' });
    const { attribution, license, sizeBytes, bounds, maxZoom, dataAt } = map.facts;
    return line('ok', dataAt ? 'file' : 'fileWithoutDate', {
      attribution: [attribution, license].filter(Boolean).join(', '),
      sizeBytes,
      bounds: boundsText(bounds),
      maxZoom,
      dataAt,
      // A day, as it was extracted: in another time zone the moment would show another one.
      dataDate: dataAt?.slice(0, 10) ?? null,
    });
  };
}

function boundsText([west, south, east, north]: readonly [number, number, number, number]): string {
  const latitude = (degrees: number) =>
    `${Math.abs(degrees).toFixed(2)}°${degrees < 0 ? 'S' : 'N'}`;
  const longitude = (degrees: number) =>
    `${Math.abs(degrees).toFixed(2)}°${degrees < 0 ? 'W' : 'E'}`;
  return `${latitude(south)} ${longitude(west)} – ${latitude(north)} ${longitude(east)}`;
}
