import { ScimError } from './scim-error.ts';
import { attributeOf } from './scim-user.ts';

export interface Filter {
  readonly id?: string;
  readonly email?: string;
  readonly externalId?: string;
}

const MAX_LENGTH = 400;
/** An attribute, `eq` and a value in quotes; a path may have its own condition in brackets. */
const EQUALS = /^([\w.:]+(?:\[[^\]]*\][\w.]*)?) +eq +("(?:[^"\\]|\\.)*")$/i;
/** `emails[type eq "work" and value eq "ana@acme.com"]`, which means the address as well. */
const VALUE_OF_EMAILS = /^([\w.:]*)\[(?:[^"]*"[^"]*" +and +)?value +(eq +"[^"]*")\]$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ATTRIBUTES: Readonly<Record<string, keyof Filter>> = {
  username: 'email',
  'emails.value': 'email',
  emails: 'email',
  externalid: 'externalId',
  id: 'id',
};

/** `userName eq "ana@acme.com"`, which is what directories ask. Nothing found: a filter nobody matches. */
export function readFilter(text: unknown): Filter {
  if (typeof text !== 'string' || text.trim() === '') return {};
  const [, attribute = '', quoted = ''] = read(text.trim()) ?? [];
  const field = ATTRIBUTES[attributeOf(attribute)];
  if (field === undefined) {
    throw new ScimError(
      400,
      'Only userName, emails, externalId and id can be searched, with eq',
      'invalidFilter',
    );
  }
  const value = parse(quoted);
  if (field === 'id' && !UUID.test(value)) return { id: '00000000-0000-0000-0000-000000000000' };
  return { [field]: value };
}

function read(filter: string): RegExpExecArray | null {
  if (filter.length > MAX_LENGTH) return null;
  return EQUALS.exec(filter.replace(VALUE_OF_EMAILS, '$1 $2'));
}

function parse(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new ScimError(400, 'The filter cannot be read', 'invalidFilter');
  }
}
