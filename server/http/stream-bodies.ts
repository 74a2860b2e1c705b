import type { FastifyInstance, FastifyRequest } from 'fastify';
import { abortRequest } from './http2-request.ts';

/** How much of a refused upload is still read, so that the client gets to see the refusal. */
const DRAIN_LIMIT_BYTES = 64 * 1024 * 1024;

/** Every body stays a stream: the routes read as much of it as they allow. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onSend', async (request) => {
    if (!request.raw.readableEnded) drain(request);
  });
}

/** A connection closed in the middle of a request looks like a network failure to the client. */
function drain({ raw }: FastifyRequest): void {
  let drainedBytes = 0;
  // Left by an iterator that was not read to its end; with it the stream would not flow.
  raw.removeAllListeners('readable');
  raw.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > DRAIN_LIMIT_BYTES) abortRequest(raw);
  });
  raw.resume();
}
