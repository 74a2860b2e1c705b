import type { Entries, Entry } from './entries.ts';
import type { Image } from './oci-layout.ts';

/** As in deploy/Dockerfile. */
const USER = 10001;
const APP = 'app';
/** Files that change with the lockfile alone. */
const IS_PACKAGE = /^(node_modules|runtime)\//;

/** Of an archive: what rarely changes is a layer of its own, so that an update is a small download. */
export function imageOf(architecture: string, debian: Entries, archive: Entries): Image {
  const part = (isWanted: (name: string) => boolean): Entries =>
    new Map(
      [...archive]
        .filter(([name]) => isWanted(name))
        .map(([name, entry]) => [`${APP}/${name}`, entry]),
    );
  const isPackage = (name: string): boolean => IS_PACKAGE.test(name);
  return {
    architecture,
    layers: [
      { what: "Debian's C library and shell", entries: new Map([...debian, ...SYSTEM]) },
      { what: 'Node, PostgreSQL and packages', entries: part(isPackage) },
      { what: 'Chalkline', entries: part((name) => !isPackage(name)) },
    ],
    config: {
      User: `${USER}:${USER}`,
      WorkingDir: `/${APP}`,
      Entrypoint: [`/${APP}/bin/chalkline`],
      ExposedPorts: { '80/tcp': {}, '443/tcp': {}, '3000/tcp': {} },
      Volumes: { '/data': {} },
      Env: [
        `PATH=/${APP}/bin:/${APP}/runtime/bin:/usr/bin:/bin`,
        ...['NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=3000', 'DATA_DIR=/data', 'DEMO=off'],
        // The program is not the user's to write.
        'NODE_COMPILE_CACHE=/tmp/compiled',
      ],
    },
  };
}

const text = (content: string) => ({ text: content, isProgram: false });
const SYSTEM: Entries = new Map<string, Entry>([
  ['bin/sh', { link: 'dash' }],
  ['etc/passwd', text(`root:x:0:0::/:/bin/sh\nchalkline:x:${USER}:${USER}::/data:/bin/sh\n`)],
  ['etc/group', text(`root:x:0:\nchalkline:x:${USER}:\n`)],
  ['etc/nsswitch.conf', text('hosts: files dns\n')],
  ['data', { mode: 0o700, owner: USER }],
  ['tmp', { mode: 0o1777, owner: 0 }],
]);
