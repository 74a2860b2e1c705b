import { USER_SCHEMA } from './scim-user.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

export const SERVICE_PROVIDER_CONFIG = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 500 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Company token',
      description: 'A token of Settings › Developers with the scope people:write',
      primary: true,
    },
  ],
};

export const USER_TYPE = {
  schemas: [`${CORE}:ResourceType`],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: USER_SCHEMA,
};

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const values = [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })];

export const USER_ATTRIBUTES = {
  schemas: [`${CORE}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person of the company',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('name', {
      type: 'complex',
      subAttributes: ['givenName', 'familyName', 'formatted'].map((name) => attribute(name)),
    }),
    attribute('displayName'),
    attribute('title'),
    attribute('active', { type: 'boolean' }),
    attribute('emails', { type: 'complex', multiValued: true, subAttributes: values }),
    attribute('phoneNumbers', { type: 'complex', multiValued: true, subAttributes: values }),
  ],
};

export function listOf(
  resources: readonly unknown[],
  { total = resources.length, startIndex = 1 } = {},
): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
