import { parseArgs } from 'node:util';
import { UpdateError } from './update-error.ts';

export interface Options {
  /** The release to go to; the newest without it. */
  readonly to: string | undefined;
  readonly dryRun: boolean;
  /** Somebody made a backup of the database of DATABASE_URL. */
  readonly backedUp: boolean;
  readonly requireSignature: boolean;
  readonly service: string;
  /** How long the new version may take to be healthy. */
  readonly startMs: number;
  /** How long it is watched then. */
  readonly watchMs: number;
  /** Only completes an update that was interrupted, and starts nothing. */
  readonly resume: boolean;
  readonly help: boolean;
}

export const USAGE = `npm run update [-- OPTIONS]
  --to VERSION         that release instead of the newest; an older one where the database allows it
  --dry-run            say what would be done and change nothing
  --require-signature  refuse a release whose signature cannot be verified
  --backed-up          with DATABASE_URL: you have made a backup of that database
  --service NAME       the systemd service, if it is not called chalkline
  --start SECONDS      how soon the new version must be healthy (60)
  --watch SECONDS      how long it must stay so (60)`;

export function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        to: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'backed-up': { type: 'boolean', default: false },
        'require-signature': { type: 'boolean', default: false },
        service: { type: 'string', default: 'chalkline' },
        start: { type: 'string', default: '60' },
        watch: { type: 'string', default: '60' },
        resume: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return {
      to: values.to,
      dryRun: values['dry-run'],
      backedUp: values['backed-up'],
      requireSignature: values['require-signature'],
      service: values.service,
      startMs: milliseconds('start', values.start),
      watchMs: milliseconds('watch', values.watch),
      resume: values.resume,
      help: values.help,
    };
  } catch (cause) {
    throw new UpdateError(`${(cause as Error).message}\n\n${USAGE}`, undefined, { cause });
  }
}

function milliseconds(name: string, value: string): number {
  const seconds = Number(value);
  if (seconds >= 1 && seconds <= 3600) return seconds * 1000;
  throw new Error(`--${name} takes 1 to 3600 seconds`);
}
