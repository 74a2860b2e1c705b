import { hasText, translate } from '@/lib/translation';

/** Events come from the database, and it may be newer than this page. */
function known(part: string, code: string): string | null {
  const key = `notifications:${part}.${code}`;
  return hasText(key) ? translate(key) : null;
}

export const eventName = (event: string): string =>
  known('event', event) ?? event.replaceAll('_', ' ');

/** One line: when it is sent. */
export const eventText = (event: string): string => known('eventText', event) ?? '';

/** Why something was not sent or did not arrive. */
export const problemText = (code: string): string =>
  known('error', code) ?? translate('notifications:error.other', { code });

/** Why a channel does not reach the viewer. */
export const reasonText = (reason: string): string =>
  known('reach.reason', reason) ?? translate('notifications:reach.reason.other');
