import { format } from 'node:util';

const LEVELS = ['error', 'warn'] as const;

const ALWAYS_EXPECTED: readonly RegExp[] = [
  // The DOM of the tests writes a line for what it cannot do.
  /^(Error: )?Not implemented: /,
  /^Warning: Cannot polyfill `(DOMMatrix|Path2D)`/,
  // Every component test signs in with a client of its own.
  /Multiple GoTrueClient instances/,
  // A failure that a test gave as an answer, as the app logs it.
  /^(Could not load \[.*\] )?(AppError: |Error: This device keeps nothing|TypeError: Failed to fetch)/s,
];

let written: string[] = [];
let expected: RegExp[] = [];

/** From here on errors and warnings are collected instead of printed. */
export function collectConsoleOutput(): void {
  for (const level of LEVELS)
    console[level] = (...parts: unknown[]) => void written.push(format(...parts));
}

/** Output that this test provokes on purpose. Everything else that is written fails it. */
export function expectConsoleOutput(...patterns: readonly RegExp[]): void {
  expected.push(...patterns);
}

/** Errors and warnings that no test expected, since this was called last. */
export function takeUnexpectedOutput(): string[] {
  const allowed = [...ALWAYS_EXPECTED, ...expected];
  const unexpected = written.filter((line) => !allowed.some((pattern) => pattern.test(line)));
  written = [];
  expected = [];
  return unexpected;
}
