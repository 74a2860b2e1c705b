import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const DEPLOY = path.join(import.meta.dirname, '../deploy');

/**
 * What changes the machine is noted instead, so that anybody can run this: `--root` puts files into a
 * folder, and each of these writes down how it was called. MACHINE is the folder of what they remember.
 */
const COMMANDS: Readonly<Record<string, string>> = {
  id: '[ "$1" = -u ] && [ $# = 1 ] && echo "$FAKE_UID" && exit; [ -e "$MACHINE/user-$1" ]',
  useradd: 'for name; do :; done; touch "$MACHINE/user-$name"',
  userdel: 'rm "$MACHINE/user-$1"',
  chown: '',
  uname: 'echo x86_64',
  df: 'echo header; echo "disk 1 1 9000000 1% /"',
  systemctl:
    'case $1 in is-active) [ -e "$MACHINE/active" ];; restart) touch "$MACHINE/active";; stop | disable) rm -f "$MACHINE/active";; show) echo "$RESTARTS";; esac',
  journalctl: 'echo "DOMAIN=x is wrong: it takes a name"',
  runuser: 'shift 3; exec "$@"',
  node: 'case "$*" in *owner.ts*) echo "https://time.example.com/auth/reset-password#invite_token=abc";; *versions.node*) cat "$MACHINE/node";; *fetch*) exit "$UNHEALTHY";; esac',
  npm: 'case "$*" in *" ci "*) if [ -e "$MACHINE/offline" ]; then exit 1; fi; echo 24.21.0 >"$MACHINE/node";; esac',
  'apt-get': 'case $1 in install) cat "$MACHINE/node-of-apt" >"$MACHINE/node";; esac',
  'apt-cache': 'echo "  Candidate: 1"',
  ufw: 'echo "Status: $UFW"',
  nft: 'printf "table inet filter {\\n chain input {\\n type filter hook input priority 0; policy $NFT;\\n"',
  'firewall-cmd': 'exit 1',
  getent: 'echo "$POINTS_TO STREAM"',
  hostname: 'echo "192.0.2.7 "',
  sleep: '',
};

/** What the commands above answer unless a test says otherwise. */
const ANSWERS = {
  FAKE_UID: '0',
  RESTARTS: '0',
  UNHEALTHY: '0',
  UFW: 'inactive',
  NFT: 'accept',
  POINTS_TO: '192.0.2.7',
};

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const machine = (file: string) => at('machine', file);
const text = (...names: string[]) => readFileSync(at(...names), 'utf8');
const modeOf = (...names: string[]) => (lstatSync(at(...names)).mode & 0o777).toString(8);
const calls = () => text('machine/calls').trim().split('\n');

function write(file: string, content: string, mode = 0o644): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
  chmodSync(at(file), mode);
}

/** A folder of the program as somebody downloaded it. */
function placeSource(version = '1.0.0'): void {
  for (const name of ['install.sh', 'uninstall.sh', 'chalkline', 'chalkline.service']) {
    write(`source/deploy/${name}`, readFileSync(path.join(DEPLOY, name), 'utf8'), 0o755);
  }
  write('source/package.json', `{\n  "version": "${version}",\n  "private": true\n}\n`);
  write('source/scripts/bootstrap.mjs', '');
}

/** As `npm run release` packs it, with its checksum beside it. */
function placeArchive(version = '1.0.0'): string {
  const name = `chalkline-${version}-linux-x64.tar.gz`;
  placeSource(version);
  cpSync(at('source'), at(`packed/chalkline-${version}`), { recursive: true });
  const inside = (file: string) => `packed/chalkline-${version}/${file}`;
  write(inside('bin/chalkline'), '', 0o755);
  write(inside('runtime/bin/node'), '#!/bin/sh\n', 0o755);
  write(inside(`node_modules/of-${version}/index.js`), '');
  write(inside(`dist/assets/of-${version}.js`), '');
  execFileSync('tar', ['-czf', at(name), '-C', at('packed'), `chalkline-${version}`]);
  rmSync(at('packed'), { recursive: true });
  const sum = createHash('sha256')
    .update(readFileSync(at(name)))
    .digest('hex');
  write('SHA256SUMS', `${sum}  ${name}\n`);
  return at(name);
}

function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(
    'bash',
    [at('source/deploy', script), '--root', at('root'), ...args],
    {
      encoding: 'utf8',
      input: env['INPUT'] ?? '',
      env: {
        PATH: `${at('bin')}:${process.env['PATH']}`,
        MACHINE: at('machine'),
        ...ANSWERS,
        ...env,
      },
    },
  );
  return { output: stdout + stderr, status };
}
const install = (args: readonly string[] = ['time.example.com'], env?: Record<string, string>) =>
  run('install.sh', args, env);
const uninstall = (args: readonly string[], env?: Record<string, string>) =>
  run('uninstall.sh', args, env);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'chalkline-deploy-')));
  for (const [name, body] of Object.entries(COMMANDS)) {
    const note = `printf '%s\\n' "${name} $*" >>"$MACHINE/calls"`;
    write(`bin/${name}`, `#!/bin/sh\n${note}\n${body}\n`, 0o755);
  }
  write('machine/calls', '');
  write('machine/node', '22.1.0\n');
  write('root/etc/os-release', 'ID=debian\nVERSION_ID="13"\nPRETTY_NAME="Debian 13"\n');
  placeSource();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('deploy/install.sh', () => {
  test('makes user, folders, settings and service, starts it and gives the owner a link', () => {
    const { output, status } = install(['time.example.com', '--owner', 'ray@example.com']);
    expect(output).toContain('https://time.example.com/auth/reset-password#invite_token=abc');
    expect(status).toBe(0);
    expect(modeOf('root/var/lib/chalkline')).toBe('700');
    expect(modeOf('root/var/backups/chalkline')).toBe('700');
    expect(modeOf('root/etc/chalkline/chalkline.env')).toBe('640');
    const settings = text('root/etc/chalkline/chalkline.env');
    expect(settings).toMatch(/^DOMAIN=time\.example\.com$/m);
    expect(settings).toMatch(/^DATA_DIR=\/var\/lib\/chalkline$/m);
    expect(settings).toMatch(/^BACKUP_DIR=\/var\/backups\/chalkline$/m);
    expect(settings).toMatch(/^#SMTP_URL=/m);
    // Commands run by hand read the same settings.
    expect(readlinkSync(at('root/opt/chalkline/.env'))).toBe('/etc/chalkline/chalkline.env');
    expect(text('root/etc/systemd/system/chalkline.service')).toContain(
      'AmbientCapabilities=CAP_NET_BIND_SERVICE',
    );
    expect(modeOf('root/usr/local/bin/chalkline')).toBe('755');
    const root = at('root');
    expect(calls()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^useradd --system .* chalkline$/),
        `chown -R chalkline:chalkline ${root}/opt/chalkline`,
        `chown -R chalkline:chalkline ${root}/var/lib/chalkline`,
        `chown root:chalkline ${root}/etc/chalkline/chalkline.env`,
        'node scripts/bootstrap.mjs build.ts',
        'systemctl daemon-reload',
        'systemctl enable --quiet chalkline',
        'systemctl restart chalkline',
      ]),
    );
  });

  test('a second time updates the program and leaves data and settings as they are', () => {
    install();
    write('root/var/lib/chalkline/secrets.json', '{}');
    write('root/opt/chalkline/node_modules/package/index.js', '');
    write('root/opt/chalkline/gone-since.ts', '');
    const settings = `${text('root/etc/chalkline/chalkline.env')}SMTP_URL=smtp://mail.example.com\n`;
    write('root/etc/chalkline/chalkline.env', settings);
    placeSource('1.1.0');
    write('machine/calls', '');
    const { output, status } = install();
    expect(status).toBe(0);
    expect(output).toContain('settings in /etc/chalkline/chalkline.env stay as they are');
    expect(text('root/etc/chalkline/chalkline.env')).toBe(settings);
    expect(text('root/opt/chalkline/package.json')).toContain('1.1.0');
    expect(existsSync(at('root/opt/chalkline/gone-since.ts'))).toBe(false);
    expect(existsSync(at('root/opt/chalkline/node_modules/package/index.js'))).toBe(true);
    expect(text('root/var/lib/chalkline/secrets.json')).toBe('{}');
    expect(calls().filter((call) => call.startsWith('useradd'))).toEqual([]);
    // The program is changed while nothing runs it.
    expect(calls().filter((call) => /^systemctl (stop|restart)/.test(call))).toEqual([
      'systemctl stop chalkline',
      'systemctl restart chalkline',
    ]);
  });

  test('from an archive it brings no Node, calls no npm and builds nothing', () => {
    write('machine/node', '');
    const { output, status } = install(['time.example.com', '--archive', placeArchive()]);
    expect(output).toContain('Chalkline is installed');
    expect(status).toBe(0);
    expect(existsSync(at('root/opt/chalkline/node_modules/of-1.0.0/index.js'))).toBe(true);
    expect(existsSync(at('root/opt/chalkline/runtime/bin/node'))).toBe(true);
    expect(calls().filter((call) => /^(npm|apt-get)|build\.ts/.test(call))).toEqual([]);
  });

  test('a newer archive takes the place of the older one, but for what open pages fetch', () => {
    install(['time.example.com', '--archive', placeArchive('1.0.0')]);
    write('root/opt/chalkline/data/secrets.json', '{}');
    expect(install(['--archive', placeArchive('1.1.0')]).status).toBe(0);
    const has = (file: string) => existsSync(at('root/opt/chalkline', file));
    expect(text('root/opt/chalkline/package.json')).toContain('1.1.0');
    expect([has('node_modules/of-1.0.0'), has('node_modules/of-1.1.0')]).toEqual([false, true]);
    expect([has('dist/assets/of-1.0.0.js'), has('dist/assets/of-1.1.0.js')]).toEqual([false, true]);
    expect(has('dist-earlier/of-1.0.0.js')).toBe(true);
    expect(has('data/secrets.json')).toBe(true);
    // A checkout after it fetches packages that can build.
    placeSource('1.2.0');
    expect(install().status).toBe(0);
    expect([has('node_modules/of-1.1.0'), has('bin/chalkline')]).toEqual([false, false]);
    expect(calls()).toContain('node scripts/bootstrap.mjs build.ts');
  });

  test('an archive that is not what SHA256SUMS says, or no archive, is not installed', () => {
    const archive = placeArchive();
    const of = (...args: string[]) => install(['time.example.com', '--archive', ...args]).output;
    expect(of(at('absent.tar.gz'))).toContain('absent.tar.gz is no file.');
    write('SHA256SUMS', `${'0'.repeat(64)}  ${path.basename(archive)}\n`);
    expect(of(archive)).toContain('is not what SHA256SUMS says.');
    write('SHA256SUMS', '');
    expect(of(archive)).toContain('SHA256SUMS says nothing of chalkline-1.0.0-linux-x64.tar.gz.');
    rmSync(at('SHA256SUMS'));
    expect(of(archive)).toContain('SHA256SUMS is missing');
    expect(existsSync(at('root/opt/chalkline'))).toBe(false);
  });

  test('a git checkout stays one, and what an update put ahead of it is not set back', () => {
    const git = (where: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd: at(where),
        encoding: 'utf8',
      }).trim();
    git('source', 'init', '-q');
    git('source', 'add', '.');
    git('source', 'commit', '-qm', 'one');
    install();
    expect(git('root/opt/chalkline', 'rev-parse', 'HEAD')).toBe(git('source', 'rev-parse', 'HEAD'));
    expect(git('root/opt/chalkline', 'status', '--porcelain', '-uno')).toBe('');
    write('root/opt/chalkline/package.json', '{\n  "version": "2.0.0"\n}\n');
    git('root/opt/chalkline', 'commit', '-qam', 'two');
    expect(install().output).toContain('is newer than');
    expect(text('root/opt/chalkline/package.json')).toContain('2.0.0');
  });

  test('an installation made by hand keeps its data where it is, and its settings', () => {
    write('root/opt/chalkline/data/secrets.json', '{}');
    write(
      'root/opt/chalkline/.env',
      'SMTP_URL=smtp://mail.example.com\nSITE_URL=https://old\n',
      0o600,
    );
    const { output, status } = install();
    expect(status).toBe(0);
    expect(output).toContain('stays where it is: /opt/chalkline/data');
    const settings = text('root/etc/chalkline/chalkline.env');
    expect(settings).toMatch(/^DATA_DIR=\/opt\/chalkline\/data$/m);
    expect(settings).toMatch(/^SMTP_URL=smtp:\/\/mail\.example\.com$/m);
    expect(settings).not.toContain('SITE_URL');
    expect(existsSync(at('root/var/lib/chalkline'))).toBe(false);
    uninstall(['--yes']);
    expect(existsSync(at('root/opt/chalkline/data/secrets.json'))).toBe(true);
    expect(existsSync(at('root/opt/chalkline/package.json'))).toBe(false);
  });

  test('--lan, --data and --no-start do what they say', () => {
    const { status } = install(['--lan', '--data', '/srv/time', '--no-start']);
    expect(status).toBe(0);
    const settings = text('root/etc/chalkline/chalkline.env');
    expect(settings).toMatch(/^LAN=1$/m);
    expect(settings).toMatch(/^HTTPS_PORT=443$/m);
    expect(settings).not.toMatch(/^DOMAIN=/m);
    expect(modeOf('root/srv/time')).toBe('700');
    expect(text('root/etc/systemd/system/chalkline.service.d/10-folders.conf')).toContain(
      'ReadWritePaths=/srv/time /var/backups/chalkline',
    );
    expect(calls()).not.toContain('systemctl restart chalkline');
    expect(install(['--lan', '--data', '/srv/other']).output).toContain('is in /srv/time. To move');
  });

  test.each([
    ['a Node of the system that is new enough', '20.19.2', '20.19.2', false],
    ['Node 24 from npm where the system has an old one', '18.20.4', '24.21.0', true],
  ])('takes %s', (_, offered, expected, fetches) => {
    write('machine/node', '0\n');
    write('machine/node-of-apt', `${offered}\n`);
    expect(install().status).toBe(0);
    expect(text('machine/node').trim()).toBe(expected);
    expect(existsSync(at('root/opt/chalkline/runtime/bin'))).toBe(fetches);
    expect(calls()).toContain('apt-get install -y --no-install-recommends nodejs npm');
  });

  test('says what to do where no Node can be fetched', () => {
    write('machine/node', '0\n');
    write('machine/node-of-apt', '18.20.4\n');
    write('machine/offline', '');
    const { output, status } = install();
    expect(status).toBe(1);
    expect(output).toContain('put a Node of version 20.19 or later');
  });

  test('says what the firewall and the name still need', () => {
    const open = install().output;
    expect(open).not.toMatch(/firewall|leads/);
    const ufw = install([], { UFW: 'active', POINTS_TO: '198.51.100.9' }).output;
    expect(ufw).toContain('sudo ufw allow 80,443/tcp');
    expect(ufw).toContain('time.example.com leads to 198.51.100.9, and this machine has 192.0.2.7');
    expect(install([], { NFT: 'drop' }).output).toContain(
      'sudo nft insert rule inet filter input tcp dport { 80, 443 } accept',
    );
  });

  test('a service that does not come up is an error, with what it printed', () => {
    const { output, status } = install(undefined, { UNHEALTHY: '1', RESTARTS: '2' });
    expect(status).toBe(1);
    expect(output).toContain('DOMAIN=x is wrong');
    expect(output).toContain('The service does not answer.');
  });

  test.each([
    [['time.example.com'], { FAKE_UID: '1000' }, 'This needs root: sudo'],
    [[], {}, 'Usage: sudo deploy/install.sh NAME'],
    [['https://time.example.com'], {}, '"https://time.example.com" is no name of a machine.'],
    [['time.example.com', '--lan'], {}, '--lan is for a network without a name.'],
    [['time.example.com', '--data', 'here'], {}, '--data takes a path from the top'],
    [['time.example.com', '--data', '/var/lib'], {}, 'is a folder of the system.'],
    [['time.example.com', '--data', '/etc'], {}, 'is a folder of the system.'],
    [['time.example.com', '--dat'], {}, '--dat is not an option.'],
  ])('%j is refused before anything is changed', (args, env, expected) => {
    const { output, status } = install(args, env as Record<string, string>);
    expect(status).toBe(1);
    expect(output).toContain(expected);
    expect(existsSync(at('root/opt/chalkline'))).toBe(false);
  });

  test('another system and a folder of somebody else are refused in one line', () => {
    write('root/srv/photos/one.jpg', '');
    expect(install(['time.example.com', '--data', '/srv/photos']).output).toContain(
      '/srv/photos is not empty and holds no data of Chalkline.',
    );
    write('root/etc/os-release', 'ID=fedora\nVERSION_ID=44\nPRETTY_NAME="Fedora Linux 44"\n');
    const { output, status } = install();
    expect(status).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('this is Fedora Linux 44.');
  });
});

describe.skipIf(process.platform !== 'linux')('deploy/uninstall.sh', () => {
  beforeEach(() => {
    install();
    write('root/var/lib/chalkline/secrets.json', '{}');
    write('root/var/backups/chalkline/one.tar.zst', '');
    write('root/var/backups/chalkline/somebody-else', '');
  });

  test('removes service, program and user; data, backups and settings stay', () => {
    const { output, status } = uninstall([], { INPUT: 'yes\n' });
    expect(status).toBe(0);
    expect(output).toContain('Still there: the data in /var/lib/chalkline');
    expect(existsSync(at('root/opt/chalkline'))).toBe(false);
    expect(existsSync(at('root/etc/systemd/system/chalkline.service'))).toBe(false);
    expect(existsSync(at('root/etc/systemd/system/chalkline.service.d'))).toBe(false);
    expect(existsSync(at('root/usr/local/bin/chalkline'))).toBe(false);
    expect(existsSync(machine('user-chalkline'))).toBe(false);
    expect(existsSync(at('root/var/lib/chalkline/secrets.json'))).toBe(true);
    expect(existsSync(at('root/etc/chalkline/chalkline.env'))).toBe(true);
    // The next user with that number must not find the data theirs.
    expect(calls()).toContain(`chown -R --from=chalkline root ${at('root')}/var/lib/chalkline`);
    expect(uninstall(['--yes']).status).toBe(0);
    expect(install([]).status).toBe(0);
    expect(text('root/var/lib/chalkline/secrets.json')).toBe('{}');
  });

  test('--purge deletes them after asking, and nothing that is not Chalkline’s', () => {
    expect(uninstall(['--purge'], { INPUT: 'yes\n' }).output).toContain('Nothing was removed.');
    expect(existsSync(at('root/opt/chalkline/package.json'))).toBe(true);
    expect(uninstall(['--purge'], { INPUT: 'delete\n' }).status).toBe(0);
    expect(existsSync(at('root/var/lib/chalkline'))).toBe(false);
    expect(existsSync(at('root/etc/chalkline'))).toBe(false);
    expect(existsSync(at('root/var/backups/chalkline/one.tar.zst'))).toBe(false);
    expect(existsSync(at('root/var/backups/chalkline/somebody-else'))).toBe(true);
  });
});
