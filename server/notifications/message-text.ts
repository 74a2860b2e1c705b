import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * `templates/messages.<language>.json`: the short messages of a project in one language. `title` and
 * `body` are what a locked screen may show, `details` what the person chose to see instead of the
 * body, `text` a text message.
 */
const messageText = z.object({
  title: z.string().default(''),
  body: z.string().default(''),
  details: z.string().default(''),
  text: z.string().default(''),
});
/** Each message is checked when it is sent: a wrong one must not hold up the others. */
const messagesFile = z.record(z.string(), z.unknown());

type Messages = z.infer<typeof messagesFile>;
export type MessageText = z.infer<typeof messageText>;

interface MessageRequest {
  readonly template: string;
  readonly language: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Neither the language nor English has it: no later attempt would find it either. */
export class UnknownMessageError extends Error {}

const FALLBACK_LANGUAGE = 'en';
const LANGUAGE = /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/;
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The texts of one message; a value that is missing reads as nothing. */
export function renderMessage(directory: string, request: MessageRequest): MessageText {
  const { template, language, values } = request;
  const source =
    messageOf(directory, language, template) ?? messageOf(directory, FALLBACK_LANGUAGE, template);
  if (!source) throw new UnknownMessageError(`There is no message "${template}" in ${directory}`);
  const fill = (text: string) => fillPlaceholders(text, values);
  return {
    title: fill(source.title),
    body: fill(source.body),
    details: fill(source.details),
    text: fill(source.text),
  };
}

function fillPlaceholders(text: string, values: MessageRequest['values']): string {
  return text.replaceAll(PLACEHOLDER, (_match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

function messageOf(directory: string, language: string, template: string): MessageText | undefined {
  if (!LANGUAGE.test(language)) return undefined;
  const messages = readMessages(path.join(directory, `messages.${language}.json`));
  return messages && Object.hasOwn(messages, template)
    ? messageText.parse(messages[template])
    : undefined;
}

interface CachedFile {
  readonly changedAt: number;
  readonly messages: Messages;
}
const cachedFiles = new Map<string, CachedFile>();

/** Thousands are sent in a row: a file is parsed again only when it changed. */
function readMessages(file: string): Messages | undefined {
  if (!existsSync(file)) return undefined;
  const { mtimeMs: changedAt } = statSync(file);
  const cached = cachedFiles.get(file);
  if (cached?.changedAt === changedAt) return cached.messages;
  const messages = messagesFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  cachedFiles.set(file, { changedAt, messages });
  return messages;
}
