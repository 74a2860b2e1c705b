import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { registerBodies } from '../http/stream-bodies.ts';
import { bucketRoutes } from './http/bucket-routes.ts';
import { cacheRoutes } from './http/cache-routes.ts';
import { downloadRoutes } from './http/download-routes.ts';
import { listRoutes } from './http/list-routes.ts';
import { manageRoutes } from './http/manage-routes.ts';
import { renderRoutes } from './http/render-routes.ts';
import { resumableRoutes } from './http/resumable-routes.ts';
import { signRoutes } from './http/sign-routes.ts';
import { uploadRoutes } from './http/upload-routes.ts';
import { ImageRenderer } from './images/image-renderer.ts';
import { openStorage, type StorageDependencies } from './open-storage.ts';
import { ResumableUploads } from './resumable/resumable-uploads.ts';

/** Supabase Storage's contract, to be registered under `/storage/v1`. */
export async function storageApi(
  app: FastifyInstance,
  dependencies: StorageDependencies & { readonly authenticator: Authenticator },
): Promise<void> {
  const { context, directory, spool, close } = await openStorage(dependencies);
  const { authenticator, team } = dependencies;
  const images = new ImageRenderer(context.files, directory, team);
  const resumable = new ResumableUploads(context, spool, team.locks);
  await resumable.prepare();
  app.addHook('onClose', async () => {
    resumable.close();
    await close();
  });
  registerBodies(app);
  bucketRoutes(app, context, authenticator);
  uploadRoutes(app, context, authenticator);
  downloadRoutes(app, context, authenticator);
  listRoutes(app, context, authenticator);
  manageRoutes(app, context, authenticator);
  signRoutes(app, context, authenticator);
  renderRoutes(app, context, authenticator, images);
  resumableRoutes(app, context, authenticator, resumable);
  cacheRoutes(app, authenticator, images);
}
