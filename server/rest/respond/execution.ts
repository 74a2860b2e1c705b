import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Caller } from '../../database/caller.ts';
import type { RequestTransactions } from '../../database/request-transaction.ts';
import type { RequestQuery } from '../query/build-request.ts';
import type { RestRequest } from '../request/rest-request.ts';

export interface Execution {
  readonly requests: RequestTransactions;
  readonly caller: Caller;
  readonly request: RestRequest;
  readonly requestQuery: RequestQuery;
  readonly settings: Readonly<Record<string, string>> | undefined;
  /** Whether the database can tell who asks once for the request. */
  readonly asksOnce: boolean;
  /** Run as the caller before everything else of the request. */
  readonly first: string | undefined;
  /** Of a caller without an account, if it can be told. */
  readonly address: string | undefined;
  /** What a token's request is about, as JSON. */
  readonly uses?: string | undefined;
  readonly signal: Cancellation;
  readonly maxRows: number;
  /** The schema to name in the answer, where several are exposed. */
  readonly profile: string | undefined;
}
