import { renderMessage, UnknownMessageError } from '../notifications/message-text.ts';
import { MAX_PAYLOAD_BYTES } from './encrypt.ts';
import type { QueuedPush } from './queued-push.ts';

interface Place {
  readonly templatesDir: string;
  readonly siteUrl: string;
}

/** Marks declarative web push: the number of the RFC that push services follow. */
const DECLARATIVE = 8030;
const ELLIPSIS = '…';

/**
 * One JSON for every browser: Safari shows it by itself (declarative web push), others hand it to the
 * service worker, which shows the same. The body is shortened until all fits into `maxBytes`.
 */
export function pushPayload(
  push: QueuedPush,
  { templatesDir, siteUrl }: Place,
  maxBytes = MAX_PAYLOAD_BYTES,
): Buffer {
  const { template, language, data, options } = push;
  const message = renderMessage(templatesDir, { template, language, values: data });
  const path = pathOf(options.path);
  const actions = (options.actions ?? []).flatMap((action) => {
    const title = actionTitle(templatesDir, action, language);
    return title === undefined
      ? []
      : [{ action, title, navigate: actionUrl(siteUrl, path, action) }];
  });
  const withBody = (body: string) => ({
    web_push: DECLARATIVE,
    notification: {
      title: options.from === undefined ? message.title : `${options.from}: ${message.title}`,
      body,
      lang: language,
      dir: 'ltr',
      navigate: siteUrl + path,
      ...(options.tag !== undefined && { tag: options.tag }),
      silent: false,
      data: { id: push.id, template, path, action_data: options.action_data ?? {} },
      ...(actions.length > 0 && { actions }),
    },
  });
  const body = options.details && message.details !== '' ? message.details : message.body;
  return shortened(body, maxBytes, (part) => Buffer.from(JSON.stringify(withBody(part))));
}

/** An action without a title is left out: the notification is worth more than its button. */
function actionTitle(templatesDir: string, action: string, language: string): string | undefined {
  try {
    return renderMessage(templatesDir, { template: `action_${action}`, language, values: {} })
      .title;
  } catch (error) {
    if (error instanceof UnknownMessageError) return undefined;
    throw error;
  }
}

/** By characters as people count them, so that neither UTF-8 nor an emoji breaks. */
function shortened(body: string, maxBytes: number, encode: (body: string) => Buffer): Buffer {
  const full = encode(body);
  if (full.length <= maxBytes) return full;
  const characters = [...new Intl.Segmenter().segment(body)].map(({ segment }) => segment);
  const first = (count: number) => encode(characters.slice(0, count).join('').trimEnd() + ELLIPSIS);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (first(middle).length <= maxBytes) fits = middle;
    else tooMany = middle;
  }
  const result = fits === 0 ? encode('') : first(fits);
  if (result.length <= maxBytes) return result;
  throw new RangeError('Even without its body the notification is too large');
}

/** A path of this site and of no other. */
function pathOf(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** What a browser without a service worker opens for an action. */
function actionUrl(siteUrl: string, path: string, action: string): string {
  const url = new URL(siteUrl + path);
  url.searchParams.set('action', action);
  return url.href;
}
