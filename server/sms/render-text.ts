import path from 'node:path';
import { renderMessage } from '../notifications/message-text.ts';
import { countSegments, fitSegments } from './segments.ts';
import type { QueuedText } from './text-outbox.ts';

interface Settings {
  readonly supabaseDir: string;
  readonly siteUrl: string;
  readonly maxSegments: number;
}

export interface RenderedText {
  readonly body: string;
  readonly segments: number;
}

type Content = Pick<QueuedText, 'template' | 'language' | 'data' | 'path' | 'body'>;

/** The wording of a text, with its link, in as few segments as allowed. */
export function renderText(settings: Settings, text: Content): RenderedText {
  const link = text.path === null ? undefined : `${settings.siteUrl}${text.path}`;
  const body = fitSegments(
    text.body ?? wordingOf(settings, text, link),
    link,
    settings.maxSegments,
  );
  return { body, segments: countSegments(body) };
}

function wordingOf({ supabaseDir }: Settings, text: Content, link: string | undefined): string {
  const message = renderMessage(path.join(supabaseDir, 'templates'), {
    template: text.template ?? '',
    language: text.language,
    values: { ...text.data, link },
  });
  // A message that has no text of its own is sent as it is shown elsewhere.
  if (message.text.trim() !== '') return message.text;
  return [`${message.title}.`, message.body, link].filter(Boolean).join(' ');
}
