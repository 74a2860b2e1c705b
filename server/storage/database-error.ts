import { PostgresError } from '../database/postgres-error.ts';
import { accessDenied, alreadyExists, invalidRequest, StorageError } from './storage-error.ts';

const POLICY_REFUSAL = 'new row violates row-level security policy';

/** What PostgreSQL or the disk refused, in Storage's words; anything that is not a refusal is passed on. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof PostgresError)) return isDiskFull(error) ? diskFull(error) : error;
  switch (error.code) {
    case '42501':
      return accessDenied(
        error.message.startsWith(POLICY_REFUSAL) ? POLICY_REFUSAL : error.message,
        error,
      );
    case '28000':
      return new StorageError(
        { statusCode: 401, error: 'invalid_token', message: error.message },
        { cause: error, httpStatus: 401 },
      );
    case '23505':
      return alreadyExists(error);
    case '23503':
      return new StorageError(
        {
          statusCode: 404,
          error: 'InvalidRequest',
          message: 'The related resource does not exist',
        },
        { cause: error },
      );
    case '57014':
      return new StorageError(
        {
          statusCode: 544,
          error: 'DatabaseTimeout',
          message: 'The connection to the database timed out',
        },
        { cause: error },
      );
    default:
      return isCallersFault(error.code) ? invalidRequest(error.message, error) : error;
  }
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function diskFull(cause: unknown): StorageError {
  return new StorageError(
    { statusCode: 507, error: 'InsufficientStorage', message: 'The server has no space left' },
    { cause },
  );
}

/** Broken values and rules a project's own triggers raise. */
function isCallersFault(code: string): boolean {
  return code.startsWith('22') || code.startsWith('23') || code === 'P0001';
}
