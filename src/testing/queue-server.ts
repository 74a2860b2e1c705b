import { createHash } from 'node:crypto';
import { TOO_EARLY } from '@/lib/refused-status';

/** What a request does: the account it came in the name of, and what it says. */
export interface StageRequest {
  account: string;
  /** That of its token; null: it names none. */
  company: string | null;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the app sent
  body: any;
}

type Who = Pick<StageRequest, 'account' | 'company'>;

export interface StageAnswer {
  status: number;
  body: unknown;
}

const OK = (body: unknown): StageAnswer => ({ status: 200, body });
const NO = (status: number, code: string, hint?: string): StageAnswer => ({
  status,
  body: { code, hint, message: code },
});

const hash = (...parts: (Buffer | string)[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();

interface Extra {
  id: string;
  kind: string;
  employee_id: string;
  event_id: string;
  content: string;
  language: string;
  sealed: { index: number };
}

/** The key of a kiosk's photo, as the server derives it from the beginning of the chain. */
function keyOf({ id, kind, employee_id, event_id, content, language, sealed }: Extra): string {
  let link = Buffer.alloc(32, 7);
  for (let step = 0; step < sealed.index; step += 1) link = Buffer.from(hash(link, '\x01'));
  const about = [id, employee_id, kind, event_id, content, language].join('|');
  return hash(link, '\x03', about).toString('hex');
}

/** As far as the queue sees it: applies each thing once by its id, in the order of arrival. */
export class QueueServer {
  /** What was applied, when it first arrived. */
  readonly applied: { effect: string; account: string; company: string | null }[] = [];
  /** What was refused, and not applied later. */
  readonly refused = new Set<string>();
  /** Answers that came before the punch they belong to. */
  readonly early = new Set<string>();
  refusesNext = false;
  holdsNext = false;
  private readonly events = new Set<string>();
  private readonly rows = new Set<string>();

  become(next: { refusesNext: true } | { holdsNext: true }): void {
    Object.assign(this, next);
  }

  has(effect: string): boolean {
    return this.applied.some((each) => each.effect === effect);
  }

  private apply(by: Who, effect: string): void {
    if (this.has(effect)) return;
    this.refused.delete(effect);
    this.applied.push({ effect, account: by.account, company: by.company });
  }

  /** Refused once where somebody asked for that, and never what it has already. */
  private isRefused(effect: string): boolean {
    if (!this.refusesNext || this.has(effect)) return false;
    this.refusesNext = false;
    this.refused.add(effect);
    return true;
  }

  private call(by: Who, effect: string, answer: unknown = null): StageAnswer {
    if (this.isRefused(effect)) return NO(400, 'P0001', 'not_now');
    this.apply(by, effect);
    return OK(answer);
  }

  private sync(by: Who, events: { id: string; payload: object }[]): StageAnswer {
    const results = events.map(({ id, payload }) => {
      const { entry_id, quantity_id } = payload as { entry_id?: string; quantity_id?: string };
      this.events.add(id);
      this.apply(by, entry_id ?? quantity_id ?? '');
      const result = this.holdsNext ? 'held' : 'applied';
      this.holdsNext = false;
      return { id, result };
    });
    return OK(results);
  }

  private extras(by: Who, extras: readonly Extra[]): StageAnswer {
    const results = extras.map((extra) => {
      const { id, kind, event_id, content } = extra;
      const none = { id, path: null, key: null };
      // A punch it has never heard of: what was taken with it is worth nothing.
      if (!this.events.has(event_id)) return { ...none, result: 'refused' };
      if (kind === 'answers') this.apply(by, content);
      return kind === 'answers' || this.has(content)
        ? { ...none, result: 'done' }
        : { id, result: 'done', path: `${content}.jpg`, key: keyOf(extra) };
    });
    return OK(results);
  }

  private addRow({ id, time_entry_id }: { id: string; time_entry_id: string | null }): StageAnswer {
    if (time_entry_id && !this.has(time_entry_id)) return NO(409, '23503');
    if (this.isRefused(id)) return NO(403, '42501');
    if (this.rows.has(id)) return NO(409, '23505');
    this.rows.add(id);
    return { status: 201, body: null };
  }

  /** The file of a row, or of a kiosk's photo. */
  storeFile(by: Who, effect: string): void {
    this.apply(by, effect);
  }

  receive({ path, body, ...by }: StageRequest): StageAnswer {
    switch (path) {
      case 'rpc/viewer':
      case 'rpc/my_kiosk':
        return OK({ id: 'tablet', server_time: new Date().toISOString() });
      case 'rpc/clock_in':
      case 'rpc/add_quantity':
        return this.call(by, body.id_param, { id: body.id_param });
      case 'rpc/sync_events':
      case 'rpc/kiosk_sync_events':
        return this.sync(by, body.events_param);
      case 'rpc/answer_clock_questions': {
        const effect = body.answers_param[0].question_id;
        if (this.has(body.time_entry_id_param)) return this.call(by, effect);
        this.early.add(effect);
        return NO(400, 'P0001', TOO_EARLY);
      }
      case 'rpc/acknowledge_bulletin':
        return this.call(by, body.bulletin_id_param);
      case 'rpc/save_crew_day':
        return this.call(by, body.id_param, [{ result: 'saved' }]);
      case 'rpc/save_field_report':
        return this.call(by, body.id_param, { id: body.id_param });
      case 'rpc/kiosk_sync_extras':
        return this.extras(by, body.extras_param);
      case 'photos':
        return this.addRow(body);
      default: {
        const file = /kiosk-photos\/(.+)\.jpg$/.exec(path)?.[1];
        if (!file) return NO(400, `Nobody knows ${path}`);
        this.storeFile(by, file);
        return OK({ Key: path });
      }
    }
  }
}
