import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '../../supabase/types.ts';

export type {
  Database,
  FunctionArguments,
  FunctionResult,
  Insert,
  Row,
  Update,
} from '../../supabase/types.ts';
export { verifyWebhook, type WebhookEvent } from './webhook.js';

export interface ChalklineOptions {
  /** Address of the installation, such as `https://time.example.com`. */
  readonly url: string;
  /** `chl_pat_…`, made in Settings › Developers. */
  readonly token: string;
  /** Why something is changed; stands in the history beside each change. */
  readonly reason?: string;
}

/** Tables and functions of an installation, with the rights and scopes of the token. */
export function createChalkline({ url, token, reason }: ChalklineOptions) {
  return new PostgrestClient<Database>(new URL('/rest/v1', url).href, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(reason === undefined ? {} : { 'x-reason': encodeURIComponent(reason) }),
    },
  });
}
