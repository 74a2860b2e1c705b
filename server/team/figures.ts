export type Sample = readonly [suffix: string, labels: string, value: number];

/** Figures of one name. Plain data, which travels between processes. */
export interface MetricFamily {
  readonly name: string;
  readonly help?: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** By the place of the worker they are of. */
export type Figures = ReadonlyMap<number, readonly MetricFamily[]>;
