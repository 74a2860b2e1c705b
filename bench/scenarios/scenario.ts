import type { BenchEnvironment } from '../environment.ts';
import type { Figure } from '../figures.ts';
import type { LoadOptions, Measurement } from '../load.ts';

export interface ScenarioOptions extends LoadOptions {
  /** How many time entries to generate. */
  readonly entries: number;
  /** A folder with `@supabase/lite` in its node_modules, to compare with. */
  readonly lite?: string | undefined;
  /** Of the big world, where another size than the scenario's own is wanted. */
  readonly people?: number | undefined;
  readonly companies?: number | undefined;
  readonly days?: number | undefined;
  /** A folder that keeps what is made for another run. */
  readonly world?: string | undefined;
}

export interface ScenarioResult {
  readonly name: string;
  readonly ours?: Measurement;
  /** The same statements sent straight to PostgreSQL over as many connections. */
  readonly direct?: Measurement;
  /** The same requests answered by @supabase/lite on the same database. */
  readonly lite?: Measurement;
  readonly note?: string;
  /** What of it has an aim. */
  readonly figures?: readonly Figure[];
}

/** How large a scenario is and how often it repeats itself, by name. */
export type Settings = Readonly<Record<string, number | readonly number[]>>;

export interface Scenario<S extends Settings = Settings> {
  readonly name: string;
  /** Settings of its server. */
  readonly env?: Record<string, string>;
  /** `quick` names what is smaller with `--quick`; it must leave ratios what they are. */
  readonly settings?: { readonly long: S; readonly quick: Partial<S> };
  /** Takes too long to be part of a run of all. */
  readonly onlyByName?: boolean;
  /** A data directory for its server, made beforehand; it is removed afterwards. */
  dataDir?(options: ScenarioOptions, settings: S): Promise<string>;
  run(
    environment: BenchEnvironment,
    options: ScenarioOptions,
    settings: S,
  ): AsyncIterable<ScenarioResult>;
}
