import type { MessageTexts } from '@/features/notifications/api/message-texts';

export interface RenderedMessage {
  title: string;
  text: string;
}

const fill = (text: string, data: Record<string, unknown>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(data[name] ?? ''));

/** Null: a template this version of the app does not know. */
export function renderMessage(
  texts: MessageTexts,
  template: string,
  data: Record<string, unknown>,
): RenderedMessage | null {
  const text = texts[template];
  if (!text?.title) return null;
  return { title: fill(text.title, data), text: fill(text.details || text.body || '', data) };
}
