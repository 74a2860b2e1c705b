import { RestError } from '../rest-error.ts';

export interface Preferences {
  readonly resolution?: 'merge-duplicates' | 'ignore-duplicates';
  readonly return?: 'representation' | 'headers-only' | 'minimal';
  readonly count?: 'exact' | 'planned' | 'estimated';
  readonly tx?: 'commit' | 'rollback';
  readonly missing?: 'default' | 'null';
  readonly handling?: 'strict' | 'lenient';
  readonly timezone?: string;
  readonly maxAffected?: number;
}

type Key = 'resolution' | 'return' | 'count' | 'tx' | 'missing' | 'handling';

const known: Readonly<Record<Key, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
};

const none: Preferences = {};
// Clients send a handful of distinct headers; the bound keeps a hostile one from filling memory.
const cache = new Map<string, Preferences>();
const cacheSize = 500;

/** What a `Prefer` header is read with. */
export interface PreferenceRules {
  isTimeZone(name: string): boolean;
  /** Whether `tx` means anything; otherwise it is a preference like any unknown one. */
  readonly allowsTx: boolean;
}

/** The `Prefer` header. With `handling=strict` an unknown preference is refused. */
export function parsePreferences(
  header: string | readonly string[] | undefined,
  rules: PreferenceRules,
): Preferences {
  if (header === undefined || header.length === 0) return none;
  const text = typeof header === 'string' ? header : header.join(',');
  const key = rules.allowsTx ? text : ` ${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const preferences = readPreferences(text, rules);
  if (cache.size >= cacheSize) cache.clear();
  cache.set(key, preferences);
  return preferences;
}

function readPreferences(text: string, { isTimeZone, allowsTx }: PreferenceRules): Preferences {
  const found: Record<string, string | number> = {};
  const invalid: string[] = [];
  for (const entry of text.split(',')) {
    const preference = entry.trim();
    if (preference === '') continue;
    const [name = '', value = ''] = preference.split('=', 2).map((part) => part.trim());
    const isKnown = Object.hasOwn(known, name) && known[name as Key].includes(value);
    if (isKnown && (allowsTx || name !== 'tx')) found[name] ??= value;
    else if (name === 'timezone' && isTimeZone(value)) found['timezone'] ??= value;
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value))
      found['maxAffected'] ??= Number(value);
    else invalid.push(preference);
  }
  if (found['handling'] === 'strict' && invalid.length > 0) {
    throw new RestError(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ')}`,
    );
  }
  return found;
}

const appliedOrder = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
] as const;

/** What was honoured, for `Preference-Applied`; only those that mean something for the request. */
export function preferenceApplied(
  preferences: Preferences,
  meaningful: ReadonlySet<keyof Preferences>,
): string | undefined {
  if (preferences === none) return undefined;
  let applied = '';
  for (const key of appliedOrder) {
    const value = preferences[key];
    if (value === undefined || !meaningful.has(key)) continue;
    if (key === 'maxAffected' && preferences.handling !== 'strict') continue;
    applied += `${applied === '' ? '' : ', '}${key === 'maxAffected' ? 'max-affected' : key}=${value}`;
  }
  return applied === '' ? undefined : applied;
}
