import type { Config } from '../config.ts';
import type { Endpoint } from '../database/wire/endpoint.ts';
import type { Figures, MetricFamily } from '../team/figures.ts';

/** What the main process has prepared and a worker needs to serve. */
export interface Assignment {
  readonly config: Config;
  readonly place: number;
  /** Where the embedded PostgreSQL is; without it DATABASE_URL says. */
  readonly embedded?: { readonly platform: Endpoint; readonly requests: Endpoint };
  readonly demo: boolean;
  /** A new database: the files of the demo are still to be stored. */
  readonly seed: boolean;
}

export type ToWorker =
  | { readonly kind: 'serve'; readonly assignment: Assignment }
  | { readonly kind: 'locked'; readonly id: number; readonly granted: boolean }
  | { readonly kind: 'tell figures'; readonly id: number }
  | { readonly kind: 'figures'; readonly id: number; readonly of: Figures }
  | { readonly kind: 'stop' };

export type ToMain =
  | { readonly kind: 'serving' }
  | { readonly kind: 'failed'; readonly message: string; readonly isAdvice: boolean }
  | { readonly kind: 'lock'; readonly id: number; readonly name: string }
  | { readonly kind: 'unlock'; readonly name: string }
  | { readonly kind: 'ask figures'; readonly id: number }
  | { readonly kind: 'my figures'; readonly id: number; readonly families: MetricFamily[] };
