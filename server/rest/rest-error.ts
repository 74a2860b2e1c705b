import { HttpError } from '../http/http-error.ts';

/** The four fields every answer of this API carries when something went wrong. */
export interface RestErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
}

/** A refused request, with PostgREST's own code. */
export class RestError extends HttpError {
  declare readonly body: RestErrorBody;

  constructor(
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
    headers: Record<string, string> = {},
  ) {
    super(
      status,
      { code, message, details, hint },
      { headers: { ...headers, 'proxy-status': `PostgREST; error=${code}` } },
    );
    this.message = `${code} ${message}`;
  }
}

export const invalidQuery = (message: string, details: string | null) =>
  new RestError(400, 'PGRST100', message, details);

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message);

export const invalidRange = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', details, null, headers);

/** The header says how many there are: whoever pages reads it there. */
export const rangeOutOfBounds = (offset: number, total: number) =>
  invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'content-range': `*/${total}`,
  });

export const notEmbedded = (name: string) =>
  new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );

/** PostgreSQL's code for a statement that asks for too much. */
export const multipliedEmbed = (path: string) =>
  new RestError(
    413,
    '54001',
    'Embedding leads back to the same table too often',
    path,
    'Ask for the inner rows in a request of their own.',
  );

export const unacceptableMediaType = (accepted: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`);

export const unknownSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${schema}`,
    null,
    `Only the following schemas are exposed: ${exposed.join(', ')}`,
  );

export const notSingular = (rowCount: number) =>
  new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rowCount} rows`,
  );

export const tooManyAffected = (rowCount: number) =>
  new RestError(
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${rowCount} rows`,
  );

export const answerTooLarge = () =>
  new RestError(
    413,
    '54000',
    'The answer is too large',
    'The function ran, but what it gave is more than can be filtered or converted.',
    'Ask without filters, casts and embedded tables, or for fewer rows.',
  );

export const putMismatch = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

/** What PostgreSQL itself would say about a column that does not exist. */
export const undefinedColumn = (relation: string, column: string, hint: string | null) =>
  new RestError(400, '42703', `column ${relation}.${column} does not exist`, null, hint);

export const undefinedType = (name: string) =>
  new RestError(400, '42704', `type "${name}" does not exist`);

/** Bounds on what one request may ask for, so that no request is expensive merely to read. */
export const tooComplex = (what: string, limit: number) =>
  new RestError(400, 'PGRST100', `Too many ${what} in one request`, `The limit is ${limit}.`);
