import { spawnSync } from 'node:child_process';

/** As anybody checks a packet or a record who has it. */
export function verifyFile(file: string) {
  const { stdout } = spawnSync(process.execPath, ['scripts/verify.ts', file, '--json'], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}
