import type { Socket } from 'node:net';
import { PostgresError } from '../postgres-error.ts';
import type { Statement, StatementResult } from '../request-transaction.ts';
import { type Endpoint, openSocket } from './endpoint.ts';
import { MessageReader, readDataRow, readErrorFields } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { PreparedStatements, statementName } from './prepared-statements.ts';
import { startSession } from './start-session.ts';

/** The connection ended while or before a statement ran; whether it took effect is unknown. */
export class ConnectionLostError extends Error {}

interface MutableResult {
  rows: (Buffer | null)[][];
  commandTag: string;
}

interface Batch {
  readonly statements: readonly Statement[];
  /** Of the statements that are done. */
  readonly results: MutableResult[];
  /** So far, of the one that is not. */
  rows: (Buffer | null)[][];
  /** Texts whose Parse was sent in this batch, in order. */
  readonly parsing: string[];
  /** Texts whose Close was sent in this batch, in order. */
  readonly closing: string[];
  error: Error | undefined;
  resolve(results: MutableResult[]): void;
  reject(error: Error): void;
}

const MESSAGE = {
  parseComplete: 49,
  closeComplete: 51,
  commandComplete: 67,
  dataRow: 68,
  error: 69,
  emptyQuery: 73,
  ready: 90,
  portalSuspended: 115,
} as const;

/**
 * One connection that speaks the extended protocol for one batch at a time. A batch is sent in one
 * write and ended by one Sync, so PostgreSQL treats it as one transaction without begin and commit.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #endpoint: Endpoint;
  readonly #cancelKey: Buffer;
  readonly #writer = new MessageWriter();
  readonly #prepared = new PreparedStatements();
  #batch: Batch | undefined;
  #closed = false;
  #maxSilenceMs = 0;

  /** Of several machines, to the one that takes writes. */
  static open(endpoint: Endpoint): Promise<Connection> {
    const { machines } = endpoint;
    if (!machines) return Connection.#openAt(endpoint);
    return machines.open((address) => Connection.#openAt({ ...endpoint, ...address }));
  }

  static async #openAt(endpoint: Endpoint): Promise<Connection> {
    const socket = await openSocket(endpoint);
    try {
      const session = await startSession(socket, endpoint);
      return new Connection(socket, endpoint, session.cancelKey);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private constructor(socket: Socket, endpoint: Endpoint, cancelKey: Buffer) {
    this.#socket = socket;
    this.#endpoint = endpoint;
    this.#cancelKey = cancelKey;
    const reader = new MessageReader((type, data, start, end) =>
      this.#receive(type, data, start, end),
    );
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#end());
    socket.removeAllListeners('timeout');
    socket.setTimeout(0);
    socket.on('timeout', () => {
      if (this.#batch) socket.destroy();
    });
  }

  /**
   * Longer than PostgreSQL itself lets the statements sent next take: silence beyond that means that
   * the way to the database is broken, which TCP alone would notice after many minutes. 0: they have
   * no limit.
   */
  expectAnswerWithin(milliseconds: number): void {
    if (milliseconds === this.#maxSilenceMs) return;
    this.#maxSilenceMs = milliseconds;
    this.#socket.setTimeout(milliseconds);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Of the backend, on the machine it runs on. */
  get processId(): number {
    return this.#cancelKey.readInt32BE(0);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /** Runs the statements as one transaction unless one is open already. */
  batch(statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.#exchange(statements, (writer) => {
      for (const { text, values = NO_VALUES } of statements) {
        this.#bind('', text, values);
        writer.bytes(EXECUTE_ALL);
      }
    });
  }

  /** Opens a portal inside an open transaction and reads its first rows. */
  openPortal(statement: Statement, rowLimit: number): Promise<StatementResult> {
    return this.#exchange([statement], (writer) => {
      this.#bind('stream', statement.text, statement.values ?? []);
      writer.begin('E').cstring('stream').int32(rowLimit).end();
    }).then(first);
  }

  /** An empty command tag says that more rows wait. */
  continuePortal(rowLimit: number): Promise<StatementResult> {
    return this.#exchange([{ text: '' }], (writer) => {
      writer.begin('E').cstring('stream').int32(rowLimit).end();
    }).then(first);
  }

  /**
   * Asks PostgreSQL, over a connection of its own, to stop what runs on this one. Resolves when the
   * request has been carried out: reusing this connection before could stop the next one's work.
   */
  async cancel(): Promise<void> {
    const socket = await openSocket(this.#endpoint);
    const request = Buffer.alloc(8);
    request.writeInt32BE(16, 0);
    request.writeInt32BE(80_877_102, 4);
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.on('error', () => socket.destroy());
      socket.resume();
      socket.end(Buffer.concat([request, this.#cancelKey]));
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#socket.end(this.#writer.begin('X').end().take());
    setTimeout(() => this.#socket.destroy(), 1_000).unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #exchange(
    statements: readonly Statement[],
    write: (writer: MessageWriter) => void,
  ): Promise<MutableResult[]> {
    if (this.#closed) return Promise.reject(new ConnectionLostError('The connection is closed'));
    if (this.#batch) return Promise.reject(new Error('A batch is already running'));
    return new Promise((resolve, reject) => {
      this.#batch = {
        statements,
        results: [],
        rows: [],
        parsing: [],
        closing: [],
        error: undefined,
        resolve,
        reject,
      };
      write(this.#writer);
      this.#writer.bytes(SYNC);
      this.#socket.write(this.#writer.take());
    });
  }

  /** Parse when the text is new to this connection, then Bind with text parameters and results. */
  #bind(portal: string, text: string, values: readonly (string | null)[]): void {
    const writer = this.#writer;
    const { name, isNew, evicted } = this.#prepared.get(text);
    if (evicted !== undefined) {
      writer.begin('C').bytes(STATEMENT).cstring(statementName(evicted)).end();
      this.#batch?.closing.push(evicted);
    }
    if (isNew) {
      writer.begin('P').cstring(name).cstring(text).int16(0).end();
      this.#batch?.parsing.push(text);
    }
    writer.begin('B').cstring(portal).cstring(name).int16(0).int16(values.length);
    for (const value of values) writer.field(value);
    writer.int16(0).end();
  }

  #receive(type: number, data: Buffer, start: number, end: number): void {
    const batch = this.#batch;
    if (!batch) return;
    switch (type) {
      case MESSAGE.dataRow:
        if (!batch.statements[batch.results.length]?.ignoresRows) {
          batch.rows.push(readDataRow(data, start));
        }
        break;
      case MESSAGE.commandComplete:
        complete(batch, data.toString('latin1', start, end - 1));
        break;
      case MESSAGE.portalSuspended:
      case MESSAGE.emptyQuery:
        complete(batch, '');
        break;
      case MESSAGE.parseComplete:
        this.#prepared.confirm(batch.parsing.shift() ?? '');
        break;
      case MESSAGE.closeComplete:
        batch.closing.shift();
        break;
      case MESSAGE.error:
        batch.error = new PostgresError(readErrorFields(data.subarray(start, end)));
        break;
      case MESSAGE.ready:
        this.#batch = undefined;
        for (const text of batch.parsing) this.#prepared.forget(text);
        for (const text of batch.closing) this.#prepared.keep(text);
        if (batch.error) batch.reject(batch.error);
        else batch.resolve(batch.results);
        break;
    }
  }

  #end(): void {
    this.#closed = true;
    const batch = this.#batch;
    this.#batch = undefined;
    batch?.reject(batch.error ?? new ConnectionLostError('The database closed the connection'));
  }
}

const STATEMENT = Buffer.from('S');
const SYNC = new MessageWriter().begin('S').end().take();
/** Everything of the unnamed portal. */
const EXECUTE_ALL = new MessageWriter().begin('E').cstring('').int32(0).end().take();
const NO_VALUES: readonly string[] = [];

function complete(batch: Batch, commandTag: string): void {
  batch.results.push({ rows: batch.rows, commandTag });
  batch.rows = [];
}

function first(results: MutableResult[]): StatementResult {
  return results[0] ?? { rows: [], commandTag: '' };
}
