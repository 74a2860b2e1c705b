import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { ImageRenderer } from '../images/image-renderer.ts';
import { accessDenied } from '../storage-error.ts';
import { identify } from './identify.ts';

/**
 * Purging: there is no CDN before this server, so the renderings are all there is to forget. They
 * are found by version and never stale, hence all at once, and only for the service key.
 */
export function cacheRoutes(
  app: FastifyInstance,
  authenticator: Authenticator,
  images: ImageRenderer,
): void {
  for (const url of ['/cdn/:bucket', '/cdn/:bucket/*']) {
    app.delete(url, async (request) => {
      const { caller } = await identify(authenticator, request.headers);
      if (caller.role !== 'service_role') throw accessDenied('Access denied');
      await images.clear();
      return { message: 'success' };
    });
  }
}
