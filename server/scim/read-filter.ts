import { ScimError } from './scim-error.ts';
import { attributeOf } from './scim-user.ts';

export interface Filter {
  readonly id?: string;
  readonly email?: string;
  readonly externalId?: string;
}

const EQUALS = /^\s*([\w.:[\]" ]+?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;
/** `emails[type eq "work" and value eq "ana@acme.com"]`, which means the address as well. */
const VALUE_OF_EMAILS =
  /^\s*([\w.:]*emails)\[(?:[^"]*"[^"]*"\s+and\s+)?value\s+(eq\s+"[^"]*")\]\s*$/i;
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
  const [, attribute = '', quoted = ''] = EQUALS.exec(text.replace(VALUE_OF_EMAILS, '$1 $2')) ?? [];
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

function parse(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new ScimError(400, 'The filter cannot be read', 'invalidFilter');
  }
}
