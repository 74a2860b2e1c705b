import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcknowledgedEntry, Ledger } from './ledger.ts';
import { type Answer, retryUntilAnswered } from './retry-until-answered.ts';

export interface Worker {
  readonly employeeId: string;
  readonly projectId: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_PAUSE_MS = 150;

/** People who clock in, edit and clock out without end, and repeat a call until it is answered. */
export class Crew {
  readonly #url: string;
  readonly #ledger: Ledger;
  readonly #shifts: Promise<void>[];
  #working = true;

  constructor(url: string, workers: readonly Worker[], ledger: Ledger) {
    this.#url = url;
    this.#ledger = ledger;
    this.#shifts = workers.map((worker) => this.#work(worker));
  }

  /** Everyone finishes the entry in hand, so that each call has been answered. */
  async goHome(): Promise<void> {
    this.#working = false;
    await Promise.all(this.#shifts);
  }

  async #work(worker: Worker): Promise<void> {
    while (this.#working) {
      await this.#oneEntry(worker);
      await pause();
    }
  }

  async #oneEntry(worker: Worker): Promise<void> {
    const id = randomUUID();
    const notes = `started ${id}`;
    const started = await this.#retryUntilAnswered(worker, 'POST', 'rpc/clock_in', {
      id_param: id,
      project_id_param: worker.projectId,
      notes_param: notes,
    });
    if (started.kind === 'refused') {
      this.#ledger.refused.add(id);
      return;
    }
    const { clock_in: clockIn } = started.body as { clock_in: string };
    const { employeeId, projectId } = worker;
    const entry: AcknowledgedEntry = {
      ...{ id, employeeId, projectId, clockIn, notes },
      ...{ clockOut: null, deleted: false, changes: 0 },
    };
    this.#ledger.entries.set(id, entry);
    await pause();
    await this.#editNotes(worker, entry, 'edited');
    await pause();
    const stopped = await this.#stop(worker, id);
    if (stopped.kind === 'done') {
      entry.clockOut = (stopped.body as { clock_out: string }).clock_out;
      entry.changes++;
    }
    if (Math.random() < 0.3) await this.#editNotes(worker, entry, 'edited again');
    if (Math.random() < 0.1) await this.#delete(worker, entry);
  }

  /** Refused once, it is tried again as a person would: nobody else could stop this clock. */
  async #stop(worker: Worker, id: string): Promise<Answer> {
    const body = { entry_id_param: id };
    const first = await this.#retryUntilAnswered(worker, 'POST', 'rpc/clock_out', body);
    if (first.kind === 'done') return first;
    await pause();
    return this.#retryUntilAnswered(worker, 'POST', 'rpc/clock_out', body);
  }

  async #editNotes(worker: Worker, entry: AcknowledgedEntry, word: string): Promise<void> {
    const notes = `${word} ${entry.id}`;
    const path = `time_entries?id=eq.${entry.id}`;
    if ((await this.#retryUntilAnswered(worker, 'PATCH', path, { notes })).kind === 'refused')
      return;
    entry.notes = notes;
    entry.changes++;
  }

  #retryUntilAnswered(
    worker: Worker,
    method: string,
    path: string,
    body: unknown,
  ): Promise<Answer> {
    return retryUntilAnswered(
      this.#ledger,
      `${this.#url}/rest/v1/${path}`,
      method,
      worker.headers,
      body,
    );
  }

  async #delete(worker: Worker, entry: AcknowledgedEntry): Promise<void> {
    const answer = await this.#retryUntilAnswered(worker, 'POST', 'rpc/delete_time_entry', {
      id_param: entry.id,
    });
    if (answer.kind === 'done') entry.deleted = true;
  }
}

function pause(): Promise<void> {
  return sleep(Math.random() * MAX_PAUSE_MS);
}
