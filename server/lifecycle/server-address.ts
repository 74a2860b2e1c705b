import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const fileIn = (dataDir: string) => path.join(dataDir, 'address');

/** Where people reach the server on this data: other commands may not have the settings it was started with. */
export function storeAddress(dataDir: string, url: string): void {
  writeFileSync(fileIn(dataDir), url, { mode: 0o600 });
}

/** Of the server that runs on this data, if it wrote one. */
export function readAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
