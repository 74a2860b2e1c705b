import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../../auth/authenticate.ts';
import { toStorageError } from '../database-error.ts';
import { listFolder } from '../objects/list-objects.ts';
import { listPage } from '../objects/list-pages.ts';
import type { StorageContext } from '../storage-context.ts';
import { identify } from './identify.ts';
import { readJson } from './json-body.ts';

const MAX_FOLDER = 10_000;
const MAX_PAGE = 1_000;

const folderBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z
        .enum(['name', 'updated_at', 'created_at', 'last_accessed_at'])
        .optional()
        .default('name'),
      order: z.enum(['asc', 'desc']).optional().default('asc'),
    })
    .prefault({}),
});

const pageBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).default(MAX_PAGE),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).optional().default('name'),
      order: z.enum(['asc', 'desc']).optional().default('asc'),
    })
    .prefault({}),
});

export function listRoutes(
  app: FastifyInstance,
  { database }: StorageContext,
  authenticator: Authenticator,
): void {
  app.post('/object/list/:bucket', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { limit, search, sortBy, ...body } = await readJson(request, caller, folderBody);
    const { bucket } = request.params as { bucket: string };
    return listFolder(database.requests, caller, bucket, {
      ...body,
      limit: Math.min(limit, MAX_FOLDER),
      search: search ?? '',
      sortColumn: sortBy.column,
      sortOrder: sortBy.order,
    }).catch((error) => {
      throw toStorageError(error);
    });
  });

  app.post('/object/list-v2/:bucket', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { prefix, limit, cursor, with_delimiter, sortBy } = await readJson(
      request,
      caller,
      pageBody,
    );
    const { bucket } = request.params as { bucket: string };
    return listPage(database.requests, caller, bucket, {
      prefix: prefix.replace(/^\/+/, ''),
      limit: Math.min(limit, MAX_PAGE),
      cursor,
      withDelimiter: with_delimiter,
      sortColumn: sortBy.column,
      sortOrder: sortBy.order,
    }).catch((error) => {
      throw toStorageError(error);
    });
  });
}
