import type { Socket } from 'node:net';
import { PostgresError } from '../postgres-error.ts';
import type { Endpoint } from './endpoint.ts';
import { MessageReader, readErrorFields } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { md5Answer, ScramSha256 } from './password-authentication.ts';

/** One of several machines, but not the one that takes writes. */
export class StandbyError extends Error {
  constructor() {
    super('This PostgreSQL is a standby, which takes no writes');
  }
}

/** PostgreSQL says at sign-in, and again when it changes, whether it follows another one. */
function saysStandby(parameter: Buffer): boolean {
  return parameter.toString('latin1') === 'in_hot_standby\0on\0';
}

/** Startup and password exchange; resolves when PostgreSQL is ready for the first query. */
export function startSession(
  socket: Socket,
  endpoint: Endpoint,
): Promise<{ readonly cancelKey: Buffer }> {
  return new Promise((resolve, reject) => {
    let cancelKey = Buffer.alloc(8);
    const scram = new ScramSha256(endpoint.password);
    const writer = new MessageWriter();
    const answer = (text: string) => socket.write(writer.begin('p').cstring(text).end().take());

    const authenticate = (body: Buffer): void => {
      const kind = body.readInt32BE(0);
      const rest = body.subarray(4);
      if (kind === 3) answer(endpoint.password);
      else if (kind === 5) answer(md5Answer(endpoint.user, endpoint.password, rest));
      else if (kind === 10) {
        const first = Buffer.from(scram.first());
        writer.begin('p').cstring('SCRAM-SHA-256').int32(first.length).bytes(first).end();
        socket.write(writer.take());
      } else if (kind === 11) {
        socket.write(
          writer
            .begin('p')
            .bytes(Buffer.from(scram.final(rest.toString())))
            .end()
            .take(),
        );
      } else if (kind === 12) scram.verify(rest.toString());
      else if (kind !== 0) throw new Error(`The database asks for an unknown sign-in (${kind})`);
    };

    const stop = () => {
      socket.off('data', onData);
      socket.off('error', reject);
      socket.off('close', onClose);
    };
    const onMessage = (type: number, body: Buffer): void => {
      if (type === 82) authenticate(body);
      else if (type === 83 && endpoint.machines && saysStandby(body)) reject(new StandbyError());
      else if (type === 75) cancelKey = Buffer.from(body);
      else if (type === 69) reject(new PostgresError(readErrorFields(body)));
      else if (type === 90) {
        stop();
        resolve({ cancelKey });
      }
    };
    const reader = new MessageReader((type, data, start, end) =>
      onMessage(type, data.subarray(start, end)),
    );
    const onData = (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        reject(error);
      }
    };
    const onClose = () => reject(new Error('The database closed the connection while signing in'));
    socket.on('data', onData);
    socket.once('error', reject);
    socket.once('close', onClose);
    socket.write(startupMessage(endpoint));
  });
}

function startupMessage(endpoint: Endpoint): Buffer {
  const parameters = [
    ['user', endpoint.user],
    ['database', endpoint.database],
    ['client_encoding', 'UTF8'],
    ['application_name', 'request'],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO'],
    // As on hosted Supabase: what extensions bring is found without naming their schema.
    ['search_path', '"$user", public, extensions'],
  ];
  const body = Buffer.from(`${parameters.map(([key, value]) => `${key}\0${value}\0`).join('')}\0`);
  const header = Buffer.alloc(8);
  header.writeInt32BE(8 + body.length, 0);
  header.writeInt32BE(196_608, 4);
  return Buffer.concat([header, body]);
}
