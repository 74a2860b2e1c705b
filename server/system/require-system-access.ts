import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { requirePermission } from '../auth/require-permission.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly database: Database;
}

export interface SystemViewer {
  readonly userId: string;
}

/** For everything below /system/v1: 401 without a session, 403 where the project says no, 404 where it cannot say. */
export async function requireSystemAccess(
  dependencies: Dependencies,
  request: FastifyRequest,
): Promise<SystemViewer> {
  const userId = await requirePermission(dependencies, request, {
    name: 'may_see_system',
    refused,
    missing,
  });
  return { userId };
}

function refused(): HttpError {
  const message = 'Only owners of the company that runs this installation may see its state.';
  const headers = { 'cache-control': 'no-store' };
  return new HttpError(403, { code: 'system_owners_only', message }, { headers });
}

function missing(): HttpError {
  return new HttpError(404, { code: 'not_found', message: 'Not found' });
}
