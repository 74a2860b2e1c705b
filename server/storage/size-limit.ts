import { invalidRequest } from './storage-error.ts';

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

/** Bytes of a size as clients and `config.toml` write it: 5000000, `5MB`, `50MiB`. */
export function parseSize(size: number | string): number {
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size;
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?i?b)?$/i.exec(String(size).trim());
  const unit = UNITS[match?.[2]?.toLowerCase() ?? 'b'];
  if (!match || unit === undefined) {
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return Math.floor(Number(match[1]) * unit);
}
