import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Since the process began, in milliseconds. */
export interface ProcessorReading {
  /** On a processor. */
  readonly ran: number;
  /** Ready to run while every processor was taken by others. */
  readonly waited: number;
}

export interface ProcessorClock {
  /** Undefined once the process has ended. */
  read(): ProcessorReading | undefined;
  close(): void;
}

const buffer = Buffer.alloc(96);

/** Linux notes this about every process; undefined where nobody does. */
export function openProcessorClock(pid: number | 'self'): ProcessorClock | undefined {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/schedstat`, 'r');
  } catch {
    return undefined;
  }
  return {
    read() {
      try {
        const length = readSync(file, buffer, 0, buffer.length, 0);
        const [ran, waited] = buffer.toString('latin1', 0, length).split(' ', 2).map(Number);
        return ran === undefined || waited === undefined
          ? undefined
          : { ran: ran / 1e6, waited: waited / 1e6 };
      } catch {
        return undefined;
      }
    },
    close: () => closeSync(file),
  };
}

/**
 * Of a backend of PostgreSQL. Its number means something here only if PostgreSQL runs on this machine
 * and in the same container, which its name confirms.
 */
export function openBackendClock(host: string, pid: number): ProcessorClock | undefined {
  return host.startsWith('/') && nameOf(pid).startsWith('postgres')
    ? openProcessorClock(pid)
    : undefined;
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'latin1');
  } catch {
    return '';
  }
}
