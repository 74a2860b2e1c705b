import { HttpError } from '../http/http-error.ts';

interface Details {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
}

/**
 * A refusal in Storage's shape. A hosted project answers 400 whatever the `statusCode` in the body
 * says, except for faults of its own; clients rely on the body.
 */
export class StorageError extends HttpError {
  readonly details: Details;

  constructor(details: Details, options: { cause?: unknown; httpStatus?: number } = {}) {
    const httpStatus = options.httpStatus ?? (details.statusCode >= 500 ? details.statusCode : 400);
    super(
      httpStatus,
      {
        statusCode: String(details.statusCode),
        error: details.error,
        message: details.message,
      },
      { cause: options.cause },
    );
    this.details = details;
    this.message = details.message;
  }
}

export const bucketNotFound = () =>
  new StorageError({ statusCode: 404, error: 'Bucket not found', message: 'Bucket not found' });

export const objectNotFound = () =>
  new StorageError({ statusCode: 404, error: 'not_found', message: 'Object not found' });

export const alreadyExists = (cause?: unknown) =>
  new StorageError(
    { statusCode: 409, error: 'Duplicate', message: 'The resource already exists' },
    { cause },
  );

export const accessDenied = (message: string, cause?: unknown) =>
  new StorageError({ statusCode: 403, error: 'Unauthorized', message }, { cause });

export const tooLarge = () =>
  new StorageError({
    statusCode: 413,
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  });

export const mimeTypeRefused = (mimeType: string) =>
  new StorageError({
    statusCode: 415,
    error: 'invalid_mime_type',
    message: `mime type ${mimeType} is not supported`,
  });

export const invalidKey = (key: string) =>
  new StorageError({ statusCode: 400, error: 'InvalidKey', message: `Invalid key: ${key}` });

export const invalidBucketName = () =>
  new StorageError({ statusCode: 400, error: 'Invalid Input', message: 'Bucket name invalid' });

export const invalidRequest = (message: string, cause?: unknown) =>
  new StorageError({ statusCode: 400, error: 'InvalidRequest', message }, { cause });

export const invalidLink = (message: string, cause?: unknown) =>
  new StorageError({ statusCode: 400, error: 'InvalidJWT', message }, { cause });
