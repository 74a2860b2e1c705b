import type { ISql } from 'postgres';

/** The pool or an open transaction: where a query runs is the caller's choice. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own way to say "no custom types"
export type Queryable = ISql<{}>;
