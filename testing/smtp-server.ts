import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire: headers and body. */
  readonly source: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Answers every recipient with this instead of 250. */
  refuseRecipients(answer: string | undefined): void;
  stop(): Promise<void>;
}

/** As much of a mail server as a client needs to deliver to. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | undefined;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, received, () => refusal);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    refuseRecipients: (answer) => {
      refusal = answer;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, received: ReceivedMail[], refusal: () => string | undefined) {
  let buffer = '';
  let from = '';
  let to: string[] = [];
  let inData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test ready');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        received.push({ from, to, source: text });
        say('250 queued');
        continue;
      }
      const command = text.slice(0, 4).toUpperCase();
      if (command === 'MAIL') {
        from = /<(.*?)>/.exec(text)?.[1] ?? '';
        to = [];
        say('250 ok');
      } else if (command === 'RCPT') {
        const answer = refusal();
        if (answer === undefined) to.push(/<(.*?)>/.exec(text)?.[1] ?? '');
        say(answer ?? '250 ok');
      } else if (command === 'DATA') {
        inData = true;
        say('354 go on');
      } else if (command === 'QUIT') {
        socket.end('221 bye\r\n');
      } else {
        say('250 ok');
      }
    }
  });
}
