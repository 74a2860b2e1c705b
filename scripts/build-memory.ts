import { existsSync, readFileSync } from 'node:fs';
import { freemem } from 'node:os';

/** Seen as the resident set of a build, and a tenth more. */
const NEEDED_MB = 1300;
export const BUILD_MEMORY = `It takes ${NEEDED_MB} MB of memory: add some, or swap (fallocate -l 2G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile).`;

/** What is free with the swap, within the limit of a container, where that can be told. */
export function freeMemoryMb(meminfo = '/proc/meminfo', cgroup = '/sys/fs/cgroup'): number {
  const inside = limitOf(`${cgroup}/memory.max`) - usedBy(cgroup);
  return Math.floor(
    Math.min(freeOnMachine(meminfo), inside + limitOf(`${cgroup}/memory.swap.max`)),
  );
}

/** A sentence where a build may not end well; it is tried all the same, as caches give way. */
export function warningBeforeBuild(freeMb = freeMemoryMb()): string | undefined {
  if (freeMb >= NEEDED_MB) return undefined;
  return `Only ${freeMb} MB of memory are free for building the web app. ${BUILD_MEMORY}`;
}

function freeOnMachine(meminfo: string): number {
  if (!existsSync(meminfo)) return freemem() / 2 ** 20;
  const text = readFileSync(meminfo, 'utf8');
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]);
  return (kilobytes('MemAvailable') + kilobytes('SwapFree')) / 1024;
}

/** "max" and a missing file are no limit. */
function limitOf(file: string): number {
  const bytes = Number.parseInt(readIfThere(file), 10);
  return Number.isNaN(bytes) ? Number.POSITIVE_INFINITY : bytes / 2 ** 20;
}

/** Without the files it holds in memory, which give way. */
function usedBy(cgroup: string): number {
  const used = Number.parseInt(readIfThere(`${cgroup}/memory.current`), 10) || 0;
  const files = /^inactive_file (\d+)/m.exec(readIfThere(`${cgroup}/memory.stat`))?.[1] ?? 0;
  return (used - Number(files)) / 2 ** 20;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
