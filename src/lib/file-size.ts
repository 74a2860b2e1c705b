import type { Format } from '@/lib/format';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `11.8 MB` */
export function fileSize(bytes: number, format: Pick<Format, 'number'>): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${format.number(value, unit > 1 && value < 100 ? 1 : 0)} ${UNITS[unit]}`;
}
