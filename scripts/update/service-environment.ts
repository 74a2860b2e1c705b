import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { systemctl } from './systemctl.ts';

/**
 * Settings may stand in the unit or in a file of it, and decide where the data is: an update by hand has to
 * know them, too. What is set already wins.
 */
export async function loadServiceEnvironment(root: string, unit: string): Promise<void> {
  const properties = '--property=MainPID,WorkingDirectory,EnvironmentFiles';
  const { output } = await systemctl('show', unit, properties);
  if (!output.includes(`WorkingDirectory=${root}\n`)) return;
  const pid = /MainPID=(\d+)/.exec(output)?.[1] ?? '0';
  const files = [...output.matchAll(/EnvironmentFiles=(\S+)/g)].map(([, file]) => file ?? '');
  const found = pid === '0' ? files.map(readSettings) : [readProcess(pid)];
  for (const [name, value] of found.flatMap((variables) => Object.entries(variables))) {
    process.env[name] ??= value;
  }
}

function readSettings(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** The running service has them all. */
function readProcess(pid: string): NodeJS.Dict<string> {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s, 2)));
  } catch {
    return {};
  }
}
