import type { BenchEnvironment } from '../environment.ts';
import type { LoadOptions, Measurement } from '../load.ts';

export interface ScenarioOptions extends LoadOptions {
  /** How many time entries to generate. */
  readonly entries: number;
  /** A folder with `@supabase/lite` in its node_modules, to compare with. */
  readonly lite?: string | undefined;
}

export interface ScenarioResult {
  readonly name: string;
  readonly ours?: Measurement;
  /** The same statements sent straight to PostgreSQL over as many connections. */
  readonly direct?: Measurement;
  /** The same requests answered by @supabase/lite on the same database. */
  readonly lite?: Measurement;
  readonly note?: string;
}

export interface Scenario {
  readonly name: string;
  /** Settings of its server. */
  readonly env?: Record<string, string>;
  run(environment: BenchEnvironment, options: ScenarioOptions): AsyncIterable<ScenarioResult>;
}
