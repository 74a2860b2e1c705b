/** Of a reading, in hours or miles. */
export const METER = { digits: 1, min: 0, max: 99_999_999_999 };

/** What is known of a meter. */
export interface Meter {
  reading: number | null;
  readAt: string | null;
  meterUnit: string | null;
}

/** Whether a reading is one the database would flag: below the last, or more than the time can hold. */
export function isOdd(meter: Meter, reading: number, now: number): boolean {
  if (meter.reading === null || meter.readAt === null) return false;
  const hours = (now - Date.parse(meter.readAt)) / 3_600_000;
  const most = meter.meterUnit === 'miles' ? 80 * hours : hours + 0.1;
  return reading < meter.reading || reading - meter.reading > most;
}
