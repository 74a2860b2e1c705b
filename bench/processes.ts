import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The numbers of `/proc/PID/stat` after the name, which may hold anything. */
function readStat(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid)[1] === parent);
}

/** CPU seconds a process has taken, those of its ended children included. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = readStat(pid).slice(11, 15);
  return (user + system + childrenUser + childrenSystem) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MiB. */
function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** The processes that serve for a main one (WORKERS). */
export function workersOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('workers/worker.ts');
    } catch {
      return false;
    }
  });
}

/** Resident memory of a server with its workers, without PostgreSQL. */
export function serverMebibytes(pid: number): number {
  return [pid, ...workersOf(pid)].reduce((sum, one) => sum + residentMebibytes(one), 0);
}

/** CPU seconds of a server with its workers, without PostgreSQL. */
export function serverCpuSeconds(pid: number): number {
  return [pid, ...workersOf(pid)].reduce((sum, one) => sum + cpuSeconds(one), 0);
}

/** CPU seconds of a process and of its children together. */
export function cpuSecondsOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuSeconds(one), 0);
}
