import type { MetricFamily, Sample } from '../team/figures.ts';
import type { SystemStatus } from './read-status.ts';
import type { SystemLine, SystemState } from './system-line.ts';

const STATES: Readonly<Record<SystemState, number>> = { off: 0, ok: 0, warning: 1, error: 2 };

/** The lines of Settings › System as gauges: `system_disk_free_bytes`, `system_certificate_ends_timestamp_seconds`. */
export function systemFamilies({ lines, jobs }: SystemStatus): MetricFamily[] {
  const states = lines.map(({ id, state }): Sample => ['', `line="${id}"`, STATES[state]]);
  const succeeded = jobs.flatMap(({ name, lastSuccessAt }): Sample[] =>
    lastSuccessAt === null ? [] : [['', `job="${escapeLabel(name)}"`, secondsOf(lastSuccessAt)]],
  );
  return [
    {
      name: 'system_state',
      help: 'Lines of Settings › System: 0 all right or not set up, 1 needs attention, 2 at fault',
      type: 'gauge',
      samples: states,
    },
    ...lines.flatMap(familiesOf),
    {
      name: 'system_job_last_success_timestamp_seconds',
      help: 'When each job last ended without a failure',
      type: 'gauge',
      samples: succeeded,
    },
  ];
}

function familiesOf({ id, values }: SystemLine): MetricFamily[] {
  return Object.entries(values).flatMap(([name, value]): MetricFamily[] => {
    const isMoment = name.endsWith('At') && typeof value === 'string';
    const figure = isMoment ? secondsOf(value) : value;
    if (typeof figure !== 'number' || !Number.isFinite(figure)) return [];
    const unit = isMoment ? `${name.slice(0, -2)}TimestampSeconds` : name;
    return [
      { name: `system_${id}_${snakeCase(unit)}`, type: 'gauge', samples: [['', '', figure]] },
    ];
  });
}

const secondsOf = (moment: string): number => Date.parse(moment) / 1000;

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
