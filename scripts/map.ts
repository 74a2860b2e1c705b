// `npm run map -- cut SOURCE --state=NAME | check FILE | install FILE`: the base map of the Map.
import { copyFile, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { loadDotEnv, readConfig } from '../server/config.ts';
import { ArchiveError } from '../server/map/archive-error.ts';
import { inspectArchiveFile, mapFileOf } from '../server/map/map-file.ts';
import { openFileReader, type RangeReader } from '../server/map/range-reader.ts';
import { StartupError } from '../server/startup-error.ts';
import { type MapArguments, readArguments } from './map/arguments.ts';
import { cutArchive } from './map/cut-archive.ts';
import { openHttpReader } from './map/http-reader.ts';
import { factLines, HELP, sizeText } from './map/print.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** Left free for the database, which may be on the same disk. */
const RESERVED_BYTES = 1024 ** 3;

function openSource(source: string): Promise<RangeReader> {
  return /^https?:/.test(source) ? openHttpReader(source) : openFileReader(source);
}

function targetOf({ output }: MapArguments): string {
  return output === undefined ? mapFileOf(readConfig(process.env, ROOT)) : path.resolve(output);
}

async function checkSpace(target: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path.dirname(target));
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes + RESERVED_BYTES) return;
  throw new StartupError(
    `${path.dirname(target)} has ${sizeText(freeBytes)} free; ${sizeText(neededBytes + RESERVED_BYTES)} are needed.`,
  );
}

function showProgress(doneBytes: number, totalBytes: number): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r${sizeText(doneBytes)} of ${sizeText(totalBytes)}   `);
  if (doneBytes === totalBytes) process.stdout.write('\n');
}

async function show(file: string): Promise<void> {
  for (const line of factLines(await inspectArchiveFile(file))) console.log(line);
}

async function cut(given: MapArguments): Promise<void> {
  const target = targetOf(given);
  const reader = await openSource(given.source);
  try {
    await cutArchive(reader, target, {
      bounds: given.bounds ?? [-180, -90, 180, 90],
      maxZoom: given.maxZoom,
      onStart: async (sizeBytes) => {
        await checkSpace(target, sizeBytes);
        console.log(`${target} will have ${sizeText(sizeBytes)}.`);
      },
      onProgress: showProgress,
    });
  } finally {
    await reader.close();
  }
  await show(target);
}

async function install(given: MapArguments): Promise<void> {
  const target = targetOf(given);
  const { sizeBytes } = await inspectArchiveFile(given.source);
  await checkSpace(target, sizeBytes);
  const part = `${target}.copy`;
  try {
    await copyFile(given.source, part);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
  await show(target);
}

async function run(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if (given.command === 'help') return console.log(HELP);
  if (given.command === 'check') return show(given.source);
  return given.command === 'cut' ? cut(given) : install(given);
}

loadDotEnv(ROOT);
try {
  await run();
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  const isExpected =
    error instanceof ArchiveError || error instanceof StartupError || code !== undefined;
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
