/** What a query string says, before anything is looked up in the catalog. */

/**
 * A value that may differ between requests of one shape: the statement's text stays the same and the
 * value is taken from the request's list of values when the statement is bound.
 */
export interface Slot {
  readonly slot: number;
}

/** Either known from the shape itself or taken from the request. */
export type Value = Slot | { readonly text: string };

export interface JsonStep {
  /** `->>` rather than `->`. */
  readonly asText: boolean;
  readonly key: string;
  readonly isIndex: boolean;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max';

export interface SelectField {
  readonly kind: 'field';
  readonly field: Field;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
}

export interface SelectEmbed {
  readonly kind: 'embed';
  readonly target: string;
  readonly alias: string | undefined;
  readonly hint: string | undefined;
  readonly join: 'inner' | 'left' | undefined;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';
export type FullTextOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';
export type ComparisonOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj';

export type Operation =
  | {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly quantifier: 'any' | 'all' | undefined;
      readonly value: Value;
    }
  | { readonly kind: 'in'; readonly value: Value }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'distinct'; readonly value: Value }
  | {
      readonly kind: 'fullText';
      readonly operator: FullTextOperator;
      readonly language: string | undefined;
      readonly value: Value;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

export interface LogicGroup {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly conditions: readonly Condition[];
}

export type Condition = Filter | LogicGroup;

export interface OrderTerm {
  /** The embedded resource whose column orders this one. */
  readonly relation: string | undefined;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

/** Something said about one resource: the root (empty path) or an embedded one. */
export interface At<T> {
  readonly path: readonly string[];
  readonly value: T;
}

export interface QueryAst {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly At<Condition>[];
  readonly orders: readonly At<readonly OrderTerm[]>[];
  readonly limits: readonly At<Slot>[];
  readonly offsets: readonly At<Slot>[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Arguments of a function called by GET, in order; a variadic one may repeat. */
  readonly arguments: readonly { readonly name: string; readonly value: Slot }[];
}
