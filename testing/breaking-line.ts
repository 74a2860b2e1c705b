import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BreakingLine {
  /** The server, over this line. */
  readonly url: string;
  readonly breaks: () => number;
  close(): void;
}

export interface Breaking {
  /** Everything is cut after so many bytes towards the server. */
  readonly afterBytes?: number;
  /** Everything is cut every so many milliseconds. */
  readonly everyMs?: number;
  /** No more than this goes towards the server, as on a phone. */
  readonly bytesPerSecond?: number;
}

/** A TCP line to a server of ours that breaks again and again, whatever is under way on it. */
export async function breakingLine(target: string, breaking: Breaking): Promise<BreakingLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let breaks = 0;
  let passed = 0;
  const cut = () => {
    passed = 0;
    if (sockets.size === 0) return;
    breaks += 1;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const limit = breaking.bytesPerSecond;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      const end = () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      };
      socket.on('error', end).on('close', end);
    }
    far.on('data', (piece: Buffer) => near.write(piece));
    near.on('data', (piece: Buffer) => {
      far.write(piece);
      passed += piece.length;
      if (breaking.afterBytes && passed >= breaking.afterBytes) cut();
      if (!limit) return;
      near.pause();
      void sleep((piece.length / limit) * 1000 * (sockets.size / 2)).then(() => near.resume());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timer = breaking.everyMs ? setInterval(cut, breaking.everyMs) : undefined;
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    breaks: () => breaks,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
