import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/** Structured lines for machines; short coloured ones on a terminal. Secrets never get in. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    redact: [
      'req.headers.authorization',
      'req.headers.apikey',
      'req.headers.cookie',
      '*.password',
      '*.access_token',
      '*.refresh_token',
    ],
  };
  if (!process.stdout.isTTY) return pino(options);
  const terminal = pretty({
    colorize: true,
    singleLine: true,
    translateTime: 'HH:MM:ss',
    ignore: 'pid,hostname',
    sync: true,
  });
  return pino(options, terminal);
}
