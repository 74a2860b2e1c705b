import type { MetricFamily, Sample } from '../team/figures.ts';

/** Counters and timings of requests. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, { buckets: number[]; sum: number; count: number }>();
  readonly #gauges: (() => readonly [name: string, help: string, value: number])[] = [];

  static readonly #limits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

  observe(area: string, method: string, status: number, seconds: number): void {
    const key = `area="${area}",method="${method}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    let duration = this.#durations.get(area);
    if (!duration) {
      duration = { buckets: Metrics.#limits.map(() => 0), sum: 0, count: 0 };
      this.#durations.set(area, duration);
    }
    duration.sum += seconds;
    duration.count++;
    const index = Metrics.#limits.findIndex((limit) => seconds <= limit);
    if (index >= 0) duration.buckets[index] = (duration.buckets[index] ?? 0) + 1;
  }

  gauge(read: () => readonly [name: string, help: string, value: number]): void {
    this.#gauges.push(read);
  }

  families(): MetricFamily[] {
    const durations = [...this.#durations].flatMap(([area, { buckets, sum, count }]) => {
      const labels = `area="${area}"`;
      let cumulative = 0;
      return [
        ...Metrics.#limits.map((limit, index): Sample => {
          cumulative += buckets[index] ?? 0;
          return ['_bucket', `${labels},le="${limit}"`, cumulative];
        }),
        ['_bucket', `${labels},le="+Inf"`, count] as Sample,
        ['_sum', labels, sum] as Sample,
        ['_count', labels, count] as Sample,
      ];
    });
    const gauges = this.#gauges.map((read): MetricFamily => {
      const [name, help, value] = read();
      return { name, help, type: 'gauge', samples: [['', '', value]] };
    });
    return [
      {
        name: 'http_requests_total',
        type: 'counter',
        samples: [...this.#requests].map(([labels, count]) => ['', labels, count]),
      },
      { name: 'http_request_duration_seconds', type: 'histogram', samples: durations },
      ...gauges,
    ];
  }
}

/**
 * Prometheus' text format. Figures of several workers carry the worker's place: each counts from its
 * own start, which a sum would hide.
 */
export function metricsText(byPlace: ReadonlyMap<number, readonly MetricFamily[]>): string {
  const lines: string[] = [];
  const names = new Map([...byPlace.values()].flat().map((family) => [family.name, family]));
  for (const { name, help, type } of names.values()) {
    if (help) lines.push(`# HELP ${name} ${help}`);
    lines.push(`# TYPE ${name} ${type}`);
    for (const [place, families] of byPlace) {
      const worker = byPlace.size > 1 ? `worker="${place}"` : '';
      for (const family of families.filter((one) => one.name === name)) {
        for (const [suffix, labels, value] of family.samples) {
          const all = [labels, worker].filter(Boolean).join(',');
          lines.push(`${name}${suffix}${all && `{${all}}`} ${value}`);
        }
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
