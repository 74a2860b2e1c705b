import type { FastifyRequest } from 'fastify';

/** Where a request points: routes end in `/:bucket/*`. */
export function objectPath(request: FastifyRequest): { bucketId: string; name: string } {
  const { bucket, '*': name } = request.params as { bucket: string; '*': string };
  return { bucketId: bucket, name };
}
