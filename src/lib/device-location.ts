/** Where this device is, asked only at the moment of a punch and only if switched on. */
export interface DeviceLocation {
  latitude: number;
  longitude: number;
  accuracy_m: number;
  /** Seconds between the fix and the moment it is used. */
  fix_age_s: number;
}

const STORAGE_KEY = 'chalkline.location';
/** A punch waits this long for a position, and never longer. */
const PUNCH_WAIT_MILLISECONDS = 2000;
const ASK_WAIT_MILLISECONDS = 15_000;

/** The newest position of this visit: better than none when the device is slow, and marked with its age. */
let last: { fix: Omit<DeviceLocation, 'fix_age_s'>; at: number } | null = null;

export function isLocationShared(): boolean {
  return localStorage.getItem(STORAGE_KEY) === 'on';
}

export function shareLocation(on: boolean): void {
  if (on) localStorage.setItem(STORAGE_KEY, 'on');
  else localStorage.removeItem(STORAGE_KEY);
}

function lastKnown(): DeviceLocation | null {
  return last && { ...last.fix, fix_age_s: Math.max(0, Math.round((Date.now() - last.at) / 1000)) };
}

/** Null when the device will not say: refused, unknown, too slow. Never throws. */
export function readLocation(timeout = ASK_WAIT_MILLISECONDS): Promise<DeviceLocation | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        last = {
          fix: {
            latitude: coords.latitude,
            longitude: coords.longitude,
            accuracy_m: coords.accuracy,
          },
          // Some devices count from another epoch or a clock ahead of ours.
          at: Math.min(Date.now(), timestamp > 1e12 ? timestamp : Date.now()),
        };
        resolve(lastKnown());
      },
      () => resolve(null),
      { timeout, maximumAge: 30_000, enableHighAccuracy: true },
    );
  });
}

/** The position to send with a punch: what arrives within two seconds, else the last known one with its age. */
export async function locationForPunch(): Promise<DeviceLocation | null> {
  if (!isLocationShared()) return null;
  // Asking may itself wait for the person to answer the browser, so the wait is ours to end.
  const late = new Promise<null>((resolve) => setTimeout(resolve, PUNCH_WAIT_MILLISECONDS, null));
  return (await Promise.race([readLocation(), late])) ?? lastKnown();
}

/** The parameter of the clock functions, left out without a position. */
export async function locationParam(): Promise<{ location_param?: { [key: string]: number } }> {
  const location = await locationForPunch();
  return location ? { location_param: { ...location } } : {};
}
