/** Every refusal has this shape. */
export const errorDefinition = {
  type: 'object',
  description:
    'Why a request was refused. `hint` is for programs and stays the same; `message` is for people.',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'PostgreSQL or PGRST code', example: 'P0001' },
    message: { type: 'string', example: 'The first day must not be after the last.' },
    hint: { type: 'string', description: 'Name of the rule', example: 'invalid_date_range' },
    details: { type: 'string', description: 'Which constraint or row' },
  },
} as const;

/** How a request can be refused, the same for every table and function. */
export const errorStatuses = {
  '400': 'A value is wrong or a rule refuses it: see hint',
  '401': 'No valid token: sign in again, or make a new API token',
  '403': 'Your role or the scopes of your token do not allow this',
  '404': 'There is no such table or function, or you may not see it',
  '409': 'It exists already, or something else refers to it',
  '429': 'Too many requests: wait as long as Retry-After says',
} as const;

const schema = { $ref: '#/definitions/Error' };

export const errorResponses = Object.fromEntries(
  Object.entries(errorStatuses).map(([status, description]) => [status, { description, schema }]),
);

/** A publishable key alone acts for visitors; a session or an API token says who asks. */
export const securityDefinitions = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description: 'The publishable key of /config.json',
  },
  Bearer: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Bearer and the access token of a session, or an API token (chl_pat_…)',
  },
} as const;
