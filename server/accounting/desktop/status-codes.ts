import type { StepAnswer } from './read-qbxml.ts';

/**
 * `activity`: somebody must change something about this one. `connection`: about QuickBooks or our access.
 * `moment`: passes by itself.
 */
export interface Refusal {
  readonly scope: 'activity' | 'connection' | 'moment';
  readonly code: string;
  readonly detail: string;
}

/** Status codes of qbXML, as Intuit's reference lists them. */
const MEANINGS: Readonly<Record<number, readonly [Refusal['scope'], string]>> = {
  3120: ['activity', 'reference_missing'],
  3130: ['activity', 'reference_missing'],
  3140: ['activity', 'reference_missing'],
  3150: ['activity', 'reference_missing'],
  3160: ['activity', 'in_use'],
  3171: ['activity', 'closed_period'],
  3175: ['moment', 'locked'],
  3176: ['moment', 'locked'],
  3177: ['moment', 'locked'],
  3180: ['moment', 'not_saved'],
  3200: ['moment', 'locked'],
  3231: ['moment', 'not_processed'],
  3250: ['connection', 'feature_off'],
  3260: ['connection', 'permission'],
  3261: ['connection', 'permission'],
};
const NOT_FOUND = [1, 500, 3120];
const MAX_DETAIL_CHARACTERS = 500;

/** Asked for by its id, it is not there. */
export function isMissing(code: number): boolean {
  return NOT_FOUND.includes(code);
}

export function refusalOf({ code, message }: Pick<StepAnswer, 'code' | 'message'>): Refusal {
  const [scope, name] = MEANINGS[code] ?? ['activity', 'refused'];
  return { scope, code: name, detail: `${code}: ${message}`.slice(0, MAX_DETAIL_CHARACTERS) };
}

/** What the Web Connector reports when QuickBooks itself did not answer (`hresult`). */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  '0x80040400': 'unreadable',
  '0x80040401': 'not_open',
  '0x80040402': 'not_open',
  '0x80040403': 'company_file',
  '0x80040408': 'not_open',
  '0x8004040a': 'company_file',
  '0x80040410': 'other_mode',
  '0x80040414': 'dialog_open',
  '0x80040416': 'not_open',
  '0x80040418': 'permission',
  '0x8004041a': 'permission',
  '0x80040420': 'permission',
  '0x80040422': 'single_user',
};

export function connectionErrorCode(hresult: string): string {
  const number = hresult.trim().toLowerCase();
  return CONNECTION_ERRORS[number.startsWith('0x') ? number : `0x${number}`] ?? 'not_reachable';
}
