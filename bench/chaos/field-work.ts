import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import { canonicalJson } from '../../src/entities/evidence/canonical-json.ts';
import type { Ledger } from './ledger.ts';
import { type Headers, Lines, pause } from './lines.ts';

/** Whom and what the work on site needs; see `seedField`. */
export interface FieldCrew {
  readonly projectId: string;
  readonly formVersionId: string;
  readonly owner: Headers;
  readonly manager: Headers;
  readonly foreman: Headers;
  /** Fills forms and enters expenses. */
  readonly worker: Headers;
  /** Signs timesheets; nobody else's time changes theirs. */
  readonly signer: Headers;
  readonly visitor: Headers;
}

interface Shown {
  readonly state: string;
  readonly version: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A company mails so many tickets a day, with some room for repeats. */
const MAX_MAILED_TICKETS = 150;
/** A poster takes sixty a minute. */
const VISIT_PAUSE_MS = 1_500;
const VISITS_PER_POSTER = 20;
const HISTORY_PAUSE_MS = 4_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Tickets, forms, visitors, expenses, timesheets and signed ends of the history, without end. */
export class FieldWork extends Lines {
  readonly #sql: Sql;
  readonly #crew: FieldCrew;
  #mailedTickets = 0;
  #poster: { readonly id: string; readonly token: string; visits: number } | undefined;
  #device: Promise<{ readonly id: string; readonly key: webcrypto.CryptoKey }> | undefined;

  /** `sql`: reads the mails, as the customer does. */
  constructor(url: string, crew: FieldCrew, ledger: Ledger, sql: Sql) {
    super(url, ledger);
    this.#crew = crew;
    this.#sql = sql;
    this.begin([
      ...[this.#ticket, this.#offlineForms, this.#visit],
      ...[this.#expense, this.#timesheet, this.#signHistory],
    ]);
  }

  async #ticket(): Promise<void> {
    const { foreman, projectId } = this.#crew;
    const id = randomUUID();
    const lines = [{ kind: 'material', description: 'Conduit', quantity: 40, unit: 'ft' }];
    await this.demand('rpc/save_ticket', foreman, {
      id_param: id,
      ticket_param: {
        ...{ project_id: projectId, work_date: dayBefore(1), description: `Extra ${id}` },
        ...{ directed_by: 'Ken Alvarez', lines },
      },
    });
    this.note('extra_work_tickets', id, { description: `Extra ${id}` });
    if (this.#mailedTickets++ < MAX_MAILED_TICKETS) await this.#answerMail(id);
    else await this.#signOnPhone(id);
  }

  async #signOnPhone(id: string): Promise<void> {
    const signature_id = randomUUID();
    await this.demand('rpc/sign_ticket', this.#crew.foreman, {
      ...{ id_param: id, name_param: 'Ken Alvarez', details_param: { signature_id } },
    });
    this.note('extra_work_tickets', id, { status: 'signed', signature_id });
  }

  /** The customer opens the link of the mail and signs; every tenth refuses. */
  async #answerMail(id: string): Promise<void> {
    const { foreman, visitor } = this.#crew;
    const email = `customer-${id}@example.com`;
    const mailed = { id_param: id, email_param: email };
    await this.demand('rpc/send_ticket_link', foreman, mailed, ['ticket_links_limit']);
    const refuses = Math.random() < 0.1;
    let result = '';
    do {
      // A repeat of the call that arrived late mails another link, which ends the one before.
      const token_param = await this.#mailedToken(email);
      const link = (await this.demand('rpc/ticket_link', visitor, { token_param })) as Shown;
      if (link.state === 'expired') continue;
      if (link.state !== 'open') throw new Error(`ticket ${id}: its link is ${link.state}`);
      const answer_param = {
        ...{ action: refuses ? 'refuse' : 'sign', version: link.version, name: `Signed ${id}` },
        reason: 'Not ours',
      };
      const body = { token_param, answer_param };
      const answered = await this.demand('rpc/answer_ticket_link', visitor, body);
      result = (answered as { result: string }).result;
      // Used: by this very answer, which was lost on its way back.
      if (!['done', 'used', 'expired'].includes(result)) throw new Error(`ticket ${id}: ${result}`);
    } while (!['done', 'used'].includes(result));
    this.note(
      'extra_work_tickets',
      id,
      refuses
        ? { status: 'refused', refused_through: 'link' }
        : { status: 'signed', signed_through: 'link', signed_name: `Signed ${id}` },
    );
  }

  async #mailedToken(address: string): Promise<string> {
    for (;;) {
      const rows = await this.#sql<{ token: string }[]>`
        select data ->> 'token' as token from mail.outbox
        where template = 'ticket_link' and to_address = ${address}
        order by created_at desc limit 1`.catch(() => []);
      if (rows[0]) return rows[0].token;
      await sleep(200);
    }
  }

  /** Three that a phone kept to itself, each sent by two windows at once. */
  async #offlineForms(): Promise<void> {
    const { worker, projectId, formVersionId } = this.#crew;
    const filled = Array.from({ length: 3 }, (_, index) => ({
      id_param: randomUUID(),
      submission_param: {
        ...{ form_version_id: formVersionId, project_id: projectId },
        filled_at: new Date(Date.now() - (index + 1) * 60 * MINUTE).toISOString(),
        answers: { values: { belt: index === 0 ? 'fail' : 'pass' }, people: {} },
      },
    }));
    const twice = [...filled, ...filled];
    await Promise.all(twice.map((form) => this.demand('rpc/submit_form', worker, form)));
    for (const { id_param, submission_param } of filled) {
      const failed = submission_param.answers.values.belt === 'fail' ? 1 : 0;
      const { filled_at } = submission_param;
      this.note('form_submissions', id_param, { filled_at, failed });
    }
  }

  /** By the poster at the gate, in and out; now and then the poster is replaced. */
  async #visit(): Promise<void> {
    const { visitor } = this.#crew;
    const poster = await this.#hungPoster();
    const [id, secret] = [randomUUID(), randomBytes(16).toString('hex')];
    const name = `Visitor ${id}`;
    const happened_at = new Date(Date.now() - 10 * MINUTE).toISOString();
    const visit_param = { id, secret, kind: 'visitor', name, happened_at };
    const signedIn = { token_param: poster.token, visit_param };
    const came = (await this.demand('rpc/site_sign_in', visitor, signedIn)) as { result: string };
    if (came.result !== 'ok') throw new Error(`visit ${id}: ${came.result}`);
    this.note('site_visits', id, { name, signed_in_at: happened_at });
    if (++poster.visits >= VISITS_PER_POSTER) await this.#takeDownPoster();
    const out = { id_param: id, secret_param: secret };
    const went = (await this.demand('rpc/site_sign_out', visitor, out)) as Record<string, unknown>;
    this.note('site_visits', id, { signed_out_at: went['signed_out_at'], how_out: 'qr' });
    await sleep(VISIT_PAUSE_MS);
  }

  async #hungPoster() {
    if (this.#poster) return this.#poster;
    const body = { project_id_param: this.#crew.projectId, label_param: 'Gate' };
    const made = await this.demand('rpc/create_site_sign_in_link', this.#crew.manager, body);
    this.#poster = { ...(made as { id: string; token: string }), visits: 0 };
    return this.#poster;
  }

  /** Nobody signs in by a link that was revoked, whoever is on site signs out all the same. */
  async #takeDownPoster(): Promise<void> {
    const { id: link, token } = await this.#hungPoster();
    this.#poster = undefined;
    await this.demand('rpc/revoke_site_sign_in_link', this.#crew.manager, { id_param: link });
    const [id, secret] = [randomUUID(), randomBytes(16).toString('hex')];
    const visit_param = { id, secret, kind: 'visitor', name: 'Too late' };
    const body = { token_param: token, visit_param };
    const came = await this.demand('rpc/site_sign_in', this.#crew.visitor, body);
    const { result } = came as { result: string };
    if (result !== 'revoked') throw new Error(`a poster that was taken down says ${result}`);
    this.ledger.refusedRows.set(id, 'site_visits');
  }

  async #expense(): Promise<void> {
    const { worker, manager, projectId } = this.#crew;
    const id = randomUUID();
    const note = `Bolts ${id}`;
    const fields_param = {
      ...{ project_id: projectId, spent_on: dayBefore(1), kind: 'receipt', amount: '42.50', note },
    };
    await this.demand('rpc/save_expense', worker, { id_param: id, fields_param });
    this.note('expenses', id, { note });
    await pause();
    const decision = { id_param: id, approve_param: true };
    await this.demand('rpc/decide_expense', manager, decision, ['expense_decided']);
    this.note('expenses', id, { status: 'approved' });
  }

  /** Signed with the key of the phone; a repeat is the same signature, not a second one. */
  async #timesheet(): Promise<void> {
    const { signer } = this.#crew;
    const period = { start_date_param: dayBefore(8), end_date_param: dayBefore(0) };
    const { id, key } = await this.#ownDevice();
    const shown = (await this.demand('rpc/timesheet_shown', signer, period)) as object;
    const said = { name: 'Worker No. 63', statement: 'Right.', language: 'en', version: '1' };
    const signed_at = new Date().toISOString().replace('Z', '000Z');
    const text = canonicalJson({ ...shown, ...said, answer: 'signed', signed_at } as never);
    const signature = await webcrypto.subtle.sign(ECDSA, key, new TextEncoder().encode(text));
    const stored = await this.demand('rpc/sign_timesheet', signer, {
      ...period,
      ...{ name_param: said.name, statement_param: said.statement },
      ...{ language_param: said.language, version_param: said.version },
      ...{ signed_text_param: text, device_key_id_param: id },
      device_signature_param: Buffer.from(signature).toString('base64'),
    });
    const { id: stored_id } = stored as { id: string };
    this.note('timesheet_signatures', stored_id, { signed_text: text, device_key_id: id });
    await pause(1_000);
  }

  #ownDevice() {
    this.#device ??= this.#registerDevice();
    return this.#device;
  }

  async #registerDevice() {
    const pair = await webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
    const { crv, kty, x, y } = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
    const id = await this.demand('rpc/register_device_key', this.#crew.signer, {
      ...{ public_key_param: { crv, kty, x, y }, device_name_param: 'Phone' },
    });
    return { id: id as string, key: pair.privateKey };
  }

  async #signHistory(): Promise<void> {
    const root = await this.demand('rpc/sign_history', this.#crew.manager, {});
    const { id, signed_text } = root as { id: string; signed_text: string };
    this.note('ledger_roots', id, { signed_text });
    await sleep(HISTORY_PAUSE_MS);
  }
}

/** By the calendar of Greenwich: no later than the company's own. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}
