import type { ApiAnswer } from '../payroll-api/read-answer.ts';
import type { PaychexClient } from './paychex-client.ts';
import type { CheckComponent, PaychexCheck, PayPeriod } from './paychex-shapes.ts';

/** The checks of this app in one open pay period: read once, then followed by the answers. */
export class OwnChecks {
  readonly #read: () => Promise<PaychexCheck[]>;
  #checks: Map<string, PaychexCheck> | undefined;

  constructor(client: PaychexClient, companyId: string, period: PayPeriod) {
    this.#read = () => client.ownChecks(companyId, period);
  }

  async of(workerId: string): Promise<PaychexCheck | undefined> {
    this.#checks ??= byId(await this.#read());
    return [...this.#checks.values()].find((check) => check.workerId === workerId);
  }

  /** What is there now is not known any more: it is read again before the next one. */
  forget(): void {
    this.#checks = undefined;
  }

  /** An answer has the check as it is now. One without it says nothing: it is read again. */
  follow(answer: ApiAnswer, workerId: string): PaychexCheck | undefined {
    const check = checkIn(answer.body);
    if (check?.workerId !== workerId) this.forget();
    else this.#checks?.set(check.paycheckId, check);
    return check;
  }
}

export function lineOf(
  check: PaychexCheck | undefined,
  componentId: string,
): CheckComponent | undefined {
  return check?.earnings?.find((earning) => earning.componentId === componentId);
}

function byId(checks: readonly PaychexCheck[]): Map<string, PaychexCheck> {
  return new Map(checks.map((check) => [check.paycheckId, check]));
}

/** Single resources come in `content`, as lists do. */
function checkIn(body: unknown): PaychexCheck | undefined {
  const { content } = (body ?? {}) as { content?: unknown };
  const check = (Array.isArray(content) ? content[0] : body) as PaychexCheck | undefined;
  return typeof check?.paycheckId === 'string' && Array.isArray(check.earnings) ? check : undefined;
}
