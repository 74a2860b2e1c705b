import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';

/** Longer than anybody leaves a page open. */
const RETENTION_MS = 7 * 24 * 3600 * 1000;

/**
 * Moves the assets of a build that is to be replaced beside it. A page that was open during an update fetches what it has not
 * shown yet, a dialog or a list, from the build it belongs to: without them it would lose what was typed.
 */
export function keepEarlierAssets(dist: string, now = Date.now()): void {
  const assets = path.join(dist, 'assets');
  const earlier = `${dist}-earlier`;
  mkdirSync(earlier, { recursive: true });
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    const kept = path.join(earlier, name);
    // A folder, such as that of the map's library, may be there from the build before.
    rmSync(kept, { recursive: true, force: true });
    renameSync(path.join(assets, name), kept);
    utimesSync(kept, now / 1000, now / 1000);
  }
  for (const name of readdirSync(earlier)) {
    const file = path.join(earlier, name);
    if (now - statSync(file).mtimeMs > RETENTION_MS) rmSync(file, { recursive: true });
  }
}
