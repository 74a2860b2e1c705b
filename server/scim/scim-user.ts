import { ScimError } from './scim-error.ts';

/** A person as the database hands it out (`provisioned_people`). */
export interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly job_title: string | null;
  readonly phone: string | null;
  readonly active: boolean;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What a directory wants to be different; what it does not name stays. */
export type PersonChange = Partial<
  Pick<
    Person,
    'email' | 'first_name' | 'last_name' | 'job_title' | 'phone' | 'active' | 'external_id'
  >
>;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const MAX_LENGTH = 200;

export function toScim(person: Person, baseUrl: string): Record<string, unknown> {
  const name = `${person.first_name} ${person.last_name}`.trim();
  return {
    schemas: [USER_SCHEMA],
    id: person.id,
    ...(person.external_id ? { externalId: person.external_id } : {}),
    userName: person.email ?? person.id,
    name: { givenName: person.first_name, familyName: person.last_name, formatted: name },
    displayName: name,
    ...(person.job_title ? { title: person.job_title } : {}),
    active: person.active,
    emails: person.email ? [{ value: person.email, type: 'work', primary: true }] : [],
    phoneNumbers: person.phone ? [{ value: person.phone, type: 'work' }] : [],
    meta: {
      resourceType: 'User',
      created: person.created_at,
      lastModified: person.updated_at,
      location: `${baseUrl}/Users/${person.id}`,
    },
  };
}

/** Reads a whole user (POST, PUT). What we have no place for is left out, as SCIM allows. */
export function fromScim(body: unknown): PersonChange {
  if (!isObject(body)) throw new ScimError(400, 'The body is no user', 'invalidSyntax');
  const name = isObject(body['name']) ? body['name'] : {};
  const display = text(body['displayName'] ?? name['formatted']) ?? '';
  const [first = '', ...rest] = display.split(' ');
  return defined({
    email: emailOf(body),
    first_name: text(name['givenName']) ?? (first || undefined),
    last_name: text(name['familyName']) ?? (first ? rest.join(' ') : undefined),
    job_title: text(body['title']),
    phone: primary(body['phoneNumbers']),
    active: flag(body['active']),
    external_id: text(body['externalId']),
  });
}

/** Sets one attribute, as PATCH names it; the quirks of Entra and Okta included. */
export function setAttribute(path: string, value: unknown): PersonChange {
  switch (attributeOf(path)) {
    case 'active':
      return defined({ active: flag(value) });
    case 'username':
    case 'emails':
    case 'emails.value':
      return defined({ email: typeof value === 'string' ? text(value) : primary(value) });
    case 'name.givenname':
      return defined({ first_name: text(value) });
    case 'name.familyname':
      return { last_name: text(value) ?? '' };
    case 'title':
      return { job_title: text(value) ?? '' };
    case 'phonenumbers':
    case 'phonenumbers.value':
      return { phone: (typeof value === 'string' ? text(value) : primary(value)) ?? '' };
    case 'externalid':
      return { external_id: text(value) ?? '' };
    case 'name':
      return isObject(value) ? fromScim({ name: value }) : {};
    case 'id':
    case 'meta':
      throw new ScimError(400, 'id and meta are given by the server', 'mutability');
    default:
      return {};
  }
}

/** `emails[type eq "work"].value` and `urn:…:User:active` in their short form, lower case. */
export function attributeOf(path: string): string {
  const name = path.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '');
  const start = name.indexOf('[');
  const end = name.indexOf(']', start);
  return start < 0 || end < 0 ? name : name.slice(0, start) + name.slice(end + 1);
}

/** The address is the name: with another one, whoever was added would not be found again by it. */
function emailOf(body: Record<string, unknown>): string | undefined {
  const userName = text(body['userName']);
  if (userName === undefined) return primary(body['emails']);
  if (userName.includes('@')) return userName;
  throw new ScimError(400, 'userName must be the mail address', 'invalidValue');
}

function primary(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.filter(isObject);
  return text((entries.find((entry) => flag(entry['primary']) === true) ?? entries[0])?.['value']);
}

/** Entra sends "True" and "False". Whoever closes access in other words is refused, so that it does not stay open unseen. */
function flag(value: unknown): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') {
    return value ?? undefined;
  }
  if (typeof value !== 'string' || !/^(true|false)$/i.test(value)) {
    throw new ScimError(400, 'It is true or false', 'invalidValue');
  }
  return value.toLowerCase() === 'true';
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined;
  if (value.length > MAX_LENGTH) throw new ScimError(400, 'A value is too long', 'invalidValue');
  return value.trim() || undefined;
}

function defined(change: Record<string, unknown>): PersonChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
