import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import type { Ledger } from './ledger.ts';
import { type Headers, Lines, pause } from './lines.ts';

/** Whom and what the work beside the clock needs; see `seedOffice`. */
export interface Desk {
  readonly companyId: string;
  readonly projectId: string;
  readonly costCodeId: string;
  readonly budgetId: string;
  /** Punches without a signal, and at the kiosk. */
  readonly offlineId: string;
  readonly kioskEmployeeId: string;
  readonly manager: Headers;
  readonly offline: Headers;
  readonly kiosk: Headers;
}

export const PIN = '4711';
const OFFLINE_PAUSE_MS = 2000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PIECE_BYTES = 256 * 1024;
const MAX_PHOTO_BYTES = 1_200_000;

/** Offline batches, kiosk punches, photos, schedules and budgets of one company, without end. */
export class Office extends Lines {
  readonly #desk: Desk;
  readonly #device = randomUUID();
  #sequence = 0;
  #offlineAt = Date.now() - 20 * DAY;
  #hours = 0;

  constructor(url: string, desk: Desk, ledger: Ledger) {
    super(url, ledger);
    this.#desk = desk;
    this.begin([this.#offlineBatch, this.#kioskPunch, this.#photo, this.#shift, this.#budget]);
  }

  /** Two stretches of work that a phone kept to itself, sent at once. */
  async #offlineBatch(): Promise<void> {
    const { projectId } = this.#desk;
    const made: { id: string; event: object; clockIn: Date; clockOut: Date }[] = [];
    for (let stretch = 0; stretch < 2; stretch++) {
      const id = randomUUID();
      const [clockIn, clockOut] = [this.#nextMinute(), this.#nextMinute()];
      // Typed by hand: punches of another day would wait for a manager.
      const event = {
        id: randomUUID(),
        device_id: this.#device,
        sequence: ++this.#sequence,
        kind: 'entry',
        happened_at: new Date().toISOString(),
        offset_ms: 0,
        payload: { entry_id: id, project_id: projectId, clock_in: clockIn, clock_out: clockOut },
      };
      made.push({ id, event, clockIn, clockOut });
    }
    const events_param = made.map(({ event }) => event);
    await this.demand('rpc/sync_events', this.#desk.offline, { events_param });
    for (const { id, clockIn, clockOut } of made) {
      const times = { clock_in: clockIn.toISOString(), clock_out: clockOut.toISOString() };
      this.note('time_entries', id, times);
    }
    // A phone may send so many a day and no more.
    await sleep(OFFLINE_PAUSE_MS);
  }

  #nextMinute(): Date {
    this.#offlineAt += 2 * MINUTE;
    return new Date(this.#offlineAt);
  }

  async #kioskPunch(): Promise<void> {
    const { kioskEmployeeId, projectId } = this.#desk;
    const id = randomUUID();
    const punch = { employee_id_param: kioskEmployeeId, pin_param: PIN };
    const came = await this.#punch({
      ...punch,
      ...{ kind_param: 'in', project_id_param: projectId, id_param: id },
    });
    this.note('time_entries', id, { clock_in: came?.happened_at, source: 'kiosk' });
    await pause();
    const went = await this.#punch({ ...punch, kind_param: 'out' });
    // Asked again after a lost answer, the kiosk says that nobody is in: then it has worked before.
    if (went?.result === 'done') this.note('time_entries', id, { clock_out: went.happened_at });
  }

  async #punch(body: object): Promise<{ result: string; happened_at: string } | undefined> {
    const rows = await this.demand('rpc/kiosk_punch', this.#desk.kiosk, body);
    return (rows as { result: string; happened_at: string }[])[0];
  }

  /** The row first, then its file in pieces, as the app does. */
  async #photo(): Promise<void> {
    const { companyId, projectId, manager } = this.#desk;
    const id = randomUUID();
    const size = Math.round(Math.random() * MAX_PHOTO_BYTES);
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size)]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = `${companyId}/${projectId}/${id}.jpg`;
    const row = {
      ...{ id, project_id: projectId, path: file, sha256, media_type: 'image/jpeg' },
      ...{ size_bytes: bytes.length, taken_at: new Date().toISOString() },
    };
    await this.create('photos', manager, row);
    this.note('photos', id, { path: file, sha256 });
    await this.#upload(file, bytes);
    this.ledger.files.set(file, sha256);
  }

  async #upload(file: string, bytes: Buffer): Promise<void> {
    const { 'content-type': _, ...own } = this.#desk.manager;
    // Where the server is to say that the upload goes on: as this client reaches it.
    const headers = { ...own, 'x-forwarded-proto': new URL(this.url).protocol.slice(0, -1) };
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${this.url}/storage/v1/upload/resumable`,
        headers,
        metadata: { bucketName: 'photos', objectName: file, contentType: 'image/jpeg' },
        chunkSize: PIECE_BYTES,
        // Ends when the server answers: on a busy machine a start after a kill takes minutes.
        retryDelays: Array(10_000).fill(300),
        // Said by TUS itself: 409 and 423 are for asking where the upload stands.
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0;
          this.ledger.repeated++;
          const asksAgain = error.originalRequest?.getMethod() !== 'POST' && status === 409;
          return status === 0 || status >= 500 || [404, 423].includes(status) || asksAgain;
        },
        onSuccess: () => resolve(),
        // A file that is there was stored by a try whose answer was lost: the comparison will tell.
        onError: (error) =>
          'originalResponse' in error && error.originalResponse?.getStatus() === 409
            ? resolve()
            : reject(error),
      });
      upload.start();
    });
    this.ledger.acknowledge();
  }

  async #shift(): Promise<void> {
    const { manager, projectId, offlineId } = this.#desk;
    const id = randomUUID();
    const start = Math.floor(Date.now() / MINUTE) * MINUTE + DAY + this.#hours++ * MINUTE;
    const note = `planned ${id}`;
    await this.create('shifts', manager, {
      ...{ id, employee_id: offlineId, project_id: projectId, note },
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + 30 * MINUTE).toISOString(),
    });
    this.note('shifts', id, { note });
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const range = { start_date_param: day(start - DAY), end_date_param: day(start + DAY) };
    await this.demand('rpc/publish_shifts', manager, range);
    this.note('shifts', id, { status: 'published' });
  }

  async #budget(): Promise<void> {
    const { manager, projectId, budgetId, costCodeId } = this.#desk;
    const hours = ++this.#hours;
    await this.demand('rpc/save_budget', manager, {
      project_id_param: projectId,
      name_param: `hours ${hours}`,
      lines_param: [{ cost_code_id: costCodeId, hours }],
      budget_id_param: budgetId,
    });
    this.ledger.facts.set(budgetId, {
      ...{ table: 'budgets', id: budgetId, expected: { name: `hours ${hours}` } },
    });
  }
}
