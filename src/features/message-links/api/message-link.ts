import { queryOptions } from '@tanstack/react-query';
import { toAppError, unwrap } from '@/lib/errors';
import { visitorClient } from '@/lib/full-client';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type Purpose = 'timesheet' | 'bulletin' | 'document';

/** What a link says to anyone who has it: nothing of its content. */
export interface MessageLink {
  state: 'open' | 'used' | 'expired' | 'locked' | 'unknown';
  purpose?: Purpose;
  language?: Language;
  company_name?: string;
  has_pin?: boolean;
  /** Null: no text message can go there. */
  phone_ends_with?: string | null;
  /** Where it is in the app, for its own person who is signed in. */
  path?: string | null;
}

export interface TimesheetContent {
  signer: string;
  start_date: string;
  end_date: string;
  /** Minutes per work date. */
  hours: Record<string, number>;
  entries: readonly {
    work_date: string;
    clock_in: string;
    clock_out: string | null;
    time_zone: string;
    project_name: string | null;
    cost_code: string;
    break_seconds: number;
  }[];
}

export interface BulletinContent {
  signer: string;
  title: string;
  body: string;
  title_es: string | null;
  body_es: string | null;
  attachments: readonly { path: string; name: string }[];
}

export interface DocumentContent {
  signer: string;
  name: string;
  version: number;
  path: string;
  file_name: string;
}

export type Content = TimesheetContent | BulletinContent | DocumentContent;

/** Why a link does not open, or nothing can be signed. */
export type Refusal =
  | Exclude<MessageLink['state'], 'open'>
  | 'pin_locked'
  | 'pin_missing'
  | 'gone'
  | 'pass_expired';

export type OpenResult =
  | { result: 'ok'; pass: string; content: Content | null }
  | { result: 'wrong'; tries_left: number }
  | { result: Refusal };

export type CodeResult =
  | { result: 'sent'; phone_ends_with: string }
  | { result: 'wait' | 'too_many' | 'no_phone' | Refusal };

type AnswerResult = { result: 'done' | Refusal } | { result: 'changed'; content: Content };

export const messageLinkQuery = (code: string) =>
  queryOptions({
    queryKey: [queryKeys.messageLink, code],
    queryFn: async () =>
      unwrap(await supabase().rpc('message_link', { code_param: code })) as unknown as MessageLink,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

export interface Proof {
  code: string;
  kind: 'pin' | 'text_code';
  secret: string;
}

export function useOpenLink() {
  return useWrite({
    send: async ({ code, kind, secret }: Proof) =>
      unwrap(
        await supabase().rpc('open_message_link', {
          code_param: code,
          kind_param: kind,
          secret_param: secret,
        }),
      ) as unknown as OpenResult,
    quiet: true,
  });
}

export function useSendCode() {
  return useWrite({
    send: async (code: string) =>
      unwrap(await supabase().rpc('send_link_code', { code_param: code })) as unknown as CodeResult,
  });
}

export interface LinkAnswer {
  action: 'sign' | 'dispute' | 'acknowledge';
  language: Language;
  name?: string;
  note?: string;
  statement?: string;
  version?: string;
}

export function useAnswerLink(code: string, pass: string) {
  return useWrite({
    send: async (answer: LinkAnswer) =>
      unwrap(
        await supabase().rpc('answer_message_link', {
          code_param: code,
          pass_param: pass,
          answer_param: { ...answer },
        }),
      ) as unknown as AnswerResult,
    quiet: true,
  });
}

/** A file that the opened link shows. */
export async function downloadLinkFile(
  code: string,
  pass: string,
  bucket: 'documents' | 'bulletins',
  path: string,
): Promise<Blob> {
  const client = await visitorClient('x-message-link', `${code}.${pass}`);
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error) throw toAppError(error);
  return data;
}
