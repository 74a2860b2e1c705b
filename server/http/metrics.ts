/** Counters and timings of requests, in Prometheus' text format. */
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

  text(): string {
    const lines = ['# TYPE http_requests_total counter'];
    for (const [labels, count] of this.#requests) {
      lines.push(`http_requests_total{${labels}} ${count}`);
    }
    lines.push('# TYPE http_request_duration_seconds histogram');
    for (const [area, { buckets, sum, count }] of this.#durations) {
      let cumulative = 0;
      for (const [index, limit] of Metrics.#limits.entries()) {
        cumulative += buckets[index] ?? 0;
        lines.push(
          `http_request_duration_seconds_bucket{area="${area}",le="${limit}"} ${cumulative}`,
        );
      }
      lines.push(`http_request_duration_seconds_bucket{area="${area}",le="+Inf"} ${count}`);
      lines.push(`http_request_duration_seconds_sum{area="${area}"} ${sum}`);
      lines.push(`http_request_duration_seconds_count{area="${area}"} ${count}`);
    }
    for (const read of this.#gauges) {
      const [name, help, value] = read();
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
