import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly id: string;
  readonly path: string;
  readonly sequence: number;
  readonly entity: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAccepted: boolean;
}

export type Answer = number | 'hang' | 'reset';

export interface WebhookReceiver {
  readonly host: string;
  readonly received: Received[];
  /** What it answers to the `count`th attempt of an event; 200 where this says nothing. */
  plan: (path: string, count: number) => Answer | undefined;
  close(): void;
}

/** A receiver on this machine that remembers what came. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const one = read(request, Buffer.concat(chunks).toString());
    const count = (counts.get(one.path + one.id) ?? 0) + 1;
    counts.set(one.path + one.id, count);
    const answer = receiver.plan(one.path, count) ?? 200;
    receiver.received.push({ ...one, isAccepted: answer === 200 });
    if (answer === 'reset') request.socket.destroy();
    else if (answer !== 'hang') response.writeHead(answer).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    plan: () => undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

function read(request: IncomingMessage, body: string): Omit<Received, 'isAccepted'> {
  const { data } = JSON.parse(body);
  const headers = request.headers as Record<string, string>;
  const id = headers['webhook-id'] ?? '';
  return { id, path: request.url ?? '', sequence: data.sequence, entity: data.id, body, headers };
}

/** Ids of the events that a path accepted; throws where one of an entry came before the one before it. */
export function acceptedInOrder({ received }: WebhookReceiver, path: string): Set<string> {
  const last = new Map<string, number>();
  const accepted = received.filter((one) => one.path === path && one.isAccepted);
  for (const { entity, sequence } of accepted) {
    const before = last.get(entity) ?? 0;
    if (sequence < before || sequence > before + 1) {
      throw new Error(`${entity}: event ${sequence} arrived after ${before}`);
    }
    last.set(entity, sequence);
  }
  return new Set(accepted.map(({ id }) => id));
}
