import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../http/log.ts';
import { registerBodies } from '../http/stream-bodies.ts';
import { requireSystemAccess } from '../system/require-system-access.ts';
import type { Team } from '../team/team.ts';
import { ArchiveError } from './archive-error.ts';
import { storedMap } from './map-file.ts';
import { MapUploads } from './map-upload.ts';
import { newUploadOf, offsetOf, PIECE_TYPE, TUS_VERSION } from './tus-headers.ts';

interface Dependencies {
  readonly config: Config;
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly log: Logger;
  readonly team: Team;
}

type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

/** The base map for those who run the installation: what there is, another one by TUS 1.0.0, or none. */
export async function mapRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, log, team } = dependencies;
  const uploads = new MapUploads(config, team.locks);
  registerBodies(app);
  answerArchiveErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'tus-resumable': TUS_VERSION });
    await requireSystemAccess(dependencies, request);
  });
  app.get('/', () => describe(config, uploads));
  app.delete('/', async (_request, reply) => {
    await uploads.removeMap();
    log.info('the base map was removed');
    return reply.code(204).send();
  });
  app.post('/upload', async (request, reply) => {
    const upload = await uploads.create(newUploadOf(request.headers));
    const location = `${(request.url.split('?', 1)[0] ?? '').replace(/\/$/, '')}/${upload.id}`;
    return reply.code(201).header('location', location).send();
  });
  app.head('/upload/:id', async (request: UploadRequest, reply) => {
    const { offsetBytes, lengthBytes } = await uploads.find(request.params.id);
    return withOffset(reply, offsetBytes).header('upload-length', lengthBytes).code(200).send();
  });
  app.patch('/upload/:id', async (request: UploadRequest, reply) => {
    if (request.headers['content-type'] !== PIECE_TYPE) {
      throw new HttpError(415, { code: 'map_content_type', message: `Send ${PIECE_TYPE}` });
    }
    const offset = offsetOf(request.headers);
    const end = await uploads.append(request.params.id, offset, bytesOf(request));
    return withOffset(reply, end).code(204).send();
  });
  app.delete('/upload/:id', async (request: UploadRequest, reply) => {
    await uploads.cancel(request.params.id);
    return reply.code(204).send();
  });
}

async function describe(config: Config, uploads: MapUploads) {
  const [map, upload, freeBytes] = await Promise.all([
    storedMap(config),
    uploads.current(),
    uploads.freeBytes(),
  ]);
  return {
    map: map && { ...map, problem: map.problem && problemOf(map.problem) },
    upload,
    freeBytes,
    /** MAP_STYLE_URL comes first: a file would not be shown. */
    hasProvider: config.mapStyleUrl !== undefined,
    /** Each server of several on one database has a DATA_DIR, and a map, of its own. */
    isShared: config.databaseUrl !== undefined,
  };
}

const problemOf = ({ problem, message }: ArchiveError) => ({ code: `map_${problem}`, message });

/** 422: sending the same file again would not help, so no client tries. */
function answerArchiveErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ArchiveError)) throw error;
    return reply.code(422).send(problemOf(error));
  });
}

function withOffset(reply: FastifyReply, offset: number): FastifyReply {
  return reply.header('upload-offset', offset);
}

/** A client that hangs up is no fault of ours; what came of its piece is stored. */
async function* bytesOf(request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    yield* request.raw.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (!request.raw.readableAborted) throw error;
    throw new HttpError(400, { code: 'map_hung_up', message: 'The client hung up' });
  }
}
