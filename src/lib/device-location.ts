/** Where this device is, asked only at the moment of clocking in or out and only if switched on. */
export interface DeviceLocation {
  lat: number;
  lon: number;
  /** Metres. */
  accuracy: number;
}

const STORAGE_KEY = 'chalkline.location';
const MAX_WAIT_MILLISECONDS = 15_000;

export function isLocationShared(): boolean {
  return localStorage.getItem(STORAGE_KEY) === 'on';
}

export function shareLocation(on: boolean): void {
  if (on) localStorage.setItem(STORAGE_KEY, 'on');
  else localStorage.removeItem(STORAGE_KEY);
}

/** Null when the device will not say: refused, unknown, too slow. Never throws. */
export function readLocation(): Promise<DeviceLocation | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: coords.latitude, lon: coords.longitude, accuracy: coords.accuracy }),
      () => resolve(null),
      { timeout: MAX_WAIT_MILLISECONDS, maximumAge: 30_000, enableHighAccuracy: false },
    );
  });
}
