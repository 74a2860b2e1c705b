export const DEVICES = ['iphone', 'android', 'windows', 'mac', 'linux'] as const;
export type Device = (typeof DEVICES)[number];

/** The device at hand, by what its browser says of itself. An iPad says that it is a Mac. */
export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent ?? '';
  if (/iPhone|iPad|iPod/.test(text)) return 'iphone';
  if (/Android/.test(text)) return 'android';
  if (/Windows/.test(text)) return 'windows';
  if (/Macintosh|Mac OS X/.test(text)) return 'mac';
  return /Linux|X11|CrOS/.test(text) ? 'linux' : 'android';
}
