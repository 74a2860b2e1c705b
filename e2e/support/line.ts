import { connect, createServer, type Socket } from 'node:net';

/** A network between browser and server that can die while it looks connected. */
export interface Line {
  readonly url: string;
  /** From now on connections are accepted and every packet is swallowed, on old ones and new ones. */
  die(): void;
  /** Packets flow again; what was swallowed is lost. */
  revive(): void;
  close(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  let isDead = false;
  const sockets = new Set<Socket>();
  const damaged = new Set<Socket>();
  const swallow = (socket: Socket): void => {
    socket.unpipe();
    socket.on('data', () => undefined);
    damaged.add(socket);
  };
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy()).on('close', () => sockets.delete(near));
    if (isDead) return swallow(near);
    const far = connect(Number(port), hostname);
    sockets.add(far);
    far.on('error', () => near.destroy());
    far.on('close', () => {
      sockets.delete(far);
      // A dead line brings no news of the other end.
      if (!damaged.has(near)) near.destroy();
    });
    near.on('close', () => {
      if (!damaged.has(near)) far.destroy();
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    die() {
      isDead = true;
      for (const socket of sockets) swallow(socket);
    },
    revive() {
      isDead = false;
      for (const socket of damaged) socket.destroy();
      damaged.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
