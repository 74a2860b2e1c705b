import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { type Headers, Lines, pause } from './lines.ts';

/** Who gives and takes access, and who loses it; see `seedField`. */
export interface AccessCrew {
  readonly projectId: string;
  readonly owner: Headers;
  readonly leavers: readonly { readonly employeeId: string; readonly headers: Headers }[];
}

interface Asked {
  readonly status: number;
  readonly text: string;
}

/** Whether the end of an access has been acknowledged. */
interface Access {
  ended: boolean;
}

const TIMEOUT_MS = 15_000;
const USERS = 3;
const ANSWERS_AFTER_END = 3;

/** Tokens are made, used and revoked, people leave and come back; what was ended opens nothing. */
export class Revocations extends Lines {
  readonly #crew: AccessCrew;
  #turn = 0;

  constructor(url: string, crew: AccessCrew, ledger: Ledger) {
    super(url, ledger);
    this.#crew = crew;
    this.begin([this.#token, this.#leaver]);
  }

  async #token(): Promise<void> {
    const { owner } = this.#crew;
    const wanted = { name_param: 'Script', scopes_param: ['time:read', 'projects:read'] };
    const answer = await this.call('rpc/create_api_token', owner, wanted);
    if (answer.kind === 'refused') return this.#revokeForgotten(answer.text);
    const { id, token } = answer.body as { id: string; token: string };
    const headers = { ...owner, authorization: `Bearer ${token}` };
    const access: Access = { ended: false };
    const paths = ['time_entries?select=id&limit=1', 'projects?select=id&limit=1', 'rpc/my_token'];
    const users = paths.map((path) =>
      this.#useUntilRefused(access, `token ${id}`, () => this.#ask('GET', path, headers)),
    );
    await pause(2_000);
    await this.demand('rpc/revoke_api_token', owner, { id_param: id });
    access.ended = true;
    await Promise.all(users);
  }

  /** Tokens whose making was not answered: nobody knows them, and a person has fifty at most. */
  async #revokeForgotten(refusal: string): Promise<void> {
    if (!refusal.includes('too_many_tokens')) throw new Error(`create_api_token: ${refusal}`);
    const { owner } = this.#crew;
    const answer = await this.#ask('GET', 'api_tokens?select=id&revoked_at=is.null', owner);
    if (answer?.status !== 200) return;
    for (const { id } of JSON.parse(answer.text) as { id: string }[]) {
      await this.demand('rpc/revoke_api_token', owner, { id_param: id });
    }
  }

  async #leaver(): Promise<void> {
    const { owner, leavers } = this.#crew;
    const person = leavers[this.#turn++ % leavers.length];
    if (!person) return;
    const employee = { employee_id_param: person.employeeId };
    const access: Access = { ended: false };
    const users = Array.from({ length: USERS }, () =>
      this.#useUntilRefused(access, `leaver ${person.employeeId}`, () =>
        this.#enterExpense(person.headers, access),
      ),
    );
    await pause(2_000);
    await this.demand('rpc/deactivate_employee', owner, employee);
    access.ended = true;
    await Promise.all(users);
    await this.demand('rpc/reactivate_employee', owner, employee);
  }

  async #enterExpense(headers: Headers, access: Access): Promise<Asked | undefined> {
    const id = randomUUID();
    const spent_on = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
    const fields_param = { project_id: this.#crew.projectId, spent_on, amount: '1.00', note: id };
    const body = { id_param: id, fields_param };
    const wasEnded = access.ended;
    const answer = await this.#ask('POST', 'rpc/save_expense', headers, body);
    if (answer && answer.status < 300 && !wasEnded) this.note('expenses', id, { note: id });
    if (answer && answer.status >= 400) this.ledger.refusedRows.set(id, 'expenses');
    return answer;
  }

  /** Again and again, before, while and after the access is ended; a request that began after must fail. */
  async #useUntilRefused(
    access: Access,
    whose: string,
    use: () => Promise<Asked | undefined>,
  ): Promise<void> {
    let answersAfterEnd = 0;
    while (answersAfterEnd < ANSWERS_AFTER_END) {
      const wasEnded = access.ended;
      const answer = await use();
      if (answer && wasEnded) answersAfterEnd++;
      if (answer && answer.status < 300) {
        this.ledger.acknowledge();
        if (wasEnded) this.ledger.complaints.push(`${whose}: used after its end was acknowledged`);
      }
      await sleep(30);
    }
  }

  /** Once; nothing where the server is gone, busy or did not answer in time. */
  async #ask(
    method: string,
    path: string,
    headers: Headers,
    body?: object,
  ): Promise<Asked | undefined> {
    try {
      const { status, ...answer } = await this.#fetch(method, path, headers, body);
      return status >= 500 || status === 429 ? undefined : { status, ...answer };
    } catch {
      return undefined;
    }
  }

  async #fetch(method: string, path: string, headers: Headers, body?: object): Promise<Asked> {
    const answer = await fetch(`${this.url}/rest/v1/${path}`, {
      ...{ method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }
}
