import { ApiClient, type ApiRequest, type ApiSettings } from '../payroll-api/api-client.ts';
import {
  outcomeOfError,
  outcomeOfFailure,
  ReadFailedError,
} from '../payroll-api/failed-request.ts';
import type { ApiAnswer } from '../payroll-api/read-answer.ts';
import {
  isOpen,
  type PaychexCheck,
  type PayPeriod,
  type ProcessedCheck,
} from './paychex-shapes.ts';

/** The recommended page of workers; more are not promised. */
const PAGE = 100;
const media = (name: string) => `application/vnd.paychex.${name}.v1+json`;

export interface PaychexWorker {
  readonly workerId: string;
  readonly employeeId?: string;
  readonly name?: { readonly givenName?: string; readonly familyName?: string };
  readonly currentStatus?: { readonly statusType?: string };
}
export interface PaychexComponent {
  readonly componentId: string;
  readonly name?: string;
  readonly classificationType?: string;
  readonly effectOnPay?: string;
  readonly endDate?: string;
}
export interface PaychexCompany {
  readonly companyId: string;
  readonly displayId?: string;
  readonly legalName?: string;
}

/** The calls of https://developer.paychex.com that Chalkline makes. */
export class PaychexClient {
  readonly #api: ApiClient;

  constructor(settings: Pick<ApiSettings, 'clientId' | 'clientSecret'> & Partial<ApiSettings>) {
    const origin = settings.origin ?? 'https://api.paychex.com';
    this.#api = new ApiClient({ tokenUrl: `${origin}/auth/oauth/v2/token`, ...settings, origin });
  }

  close(): void {
    this.#api.close();
  }

  companies(): Promise<PaychexCompany[]> {
    return this.#list('/companies', 'companies', {});
  }

  /** Without addresses and legal ids: their profile is another one. */
  workers(companyId: string): Promise<PaychexWorker[]> {
    return this.#list(`/companies/${encodeURIComponent(companyId)}/workers`, 'workers', {});
  }

  components(companyId: string): Promise<PaychexComponent[]> {
    return this.#list(
      `/companies/${encodeURIComponent(companyId)}/paycomponents`,
      'payroll.paycomponents',
      {},
    );
  }

  payPeriods(companyId: string, from: string, to: string): Promise<PayPeriod[]> {
    return this.#list(
      `/companies/${encodeURIComponent(companyId)}/payperiods`,
      'payroll.payperiods',
      {
        from: `${from}T00:00:00Z`,
        to: `${to}T00:00:00Z`,
      },
    );
  }

  /** Checks that this app made and nobody has run yet: what was made by hand is not ours to change. */
  async ownChecks(companyId: string, period: PayPeriod): Promise<PaychexCheck[]> {
    if (!isOpen(period)) return [];
    return this.#list(`/companies/${encodeURIComponent(companyId)}/checks`, 'payroll.checks', {
      payperiodid: period.payPeriodId,
      filterbyuserid: 'true',
    });
  }

  processedChecks(companyId: string, payPeriodId: string): Promise<ProcessedCheck[]> {
    return this.#list(
      `/companies/${encodeURIComponent(companyId)}/checks`,
      'payroll.processedchecks',
      {
        payperiodid: payPeriodId,
      },
    );
  }

  addCheck(
    workerId: string,
    payPeriodId: string,
    earning: { componentId: string; payHours: string },
  ): Promise<ApiAnswer> {
    return this.#api.request(`/workers/${encodeURIComponent(workerId)}/checks`, {
      method: 'POST',
      contentType: media('payroll.check'),
      body: { payPeriodId, earnings: [earning] },
    });
  }

  addComponent(
    checkId: string,
    earning: { componentId: string; payHours: string },
  ): Promise<ApiAnswer> {
    return this.#component(checkId, '', { method: 'POST', body: earning });
  }

  changeComponent(checkId: string, checkComponentId: string, payHours: string): Promise<ApiAnswer> {
    return this.#component(checkId, checkComponentId, { method: 'PATCH', body: { payHours } });
  }

  removeComponent(checkId: string, checkComponentId: string): Promise<ApiAnswer> {
    return this.#component(checkId, checkComponentId, { method: 'DELETE' });
  }

  removeCheck(workerId: string, checkId: string): Promise<ApiAnswer> {
    const path = `/workers/${encodeURIComponent(workerId)}/checks/${encodeURIComponent(checkId)}`;
    return this.#api.request(path, { method: 'DELETE' });
  }

  #component(checkId: string, componentId: string, request: ApiRequest): Promise<ApiAnswer> {
    const path = `/checks/${encodeURIComponent(checkId)}/checkcomponents`;
    const item = componentId === '' ? '' : `/${encodeURIComponent(componentId)}`;
    return this.#api.request(path + item, {
      contentType: media('payroll.check.checkcomponent'),
      ...request,
    });
  }

  /** All pages; `metadata.contentItemCount` says how many there are. */
  async #list<Item>(
    path: string,
    profile: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (;;) {
      const answer = await this.#read(path, {
        headers: { accept: media(profile) },
        query: { ...query, offset: String(items.length), limit: String(PAGE) },
      });
      const { content, metadata } = (answer.body ?? {}) as {
        content?: Item[];
        metadata?: { contentItemCount?: number };
      };
      items.push(...(content ?? []));
      if (!content?.length || items.length >= (metadata?.contentItemCount ?? 0)) return items;
    }
  }

  async #read(path: string, request: ApiRequest): Promise<ApiAnswer> {
    let answer: ApiAnswer;
    try {
      answer = await this.#api.request(path, request);
    } catch (error) {
      throw new ReadFailedError(path, outcomeOfError(error));
    }
    if (answer.status === 200) return answer;
    throw new ReadFailedError(path, outcomeOfFailure(answer, errorText(answer)));
  }
}

/** `{"errors": [{"code", "description", "resolution"}]}` as words. */
export function errorText(answer: ApiAnswer): string {
  const { errors } = (answer.body ?? {}) as {
    errors?: { description?: string; resolution?: string }[];
  };
  if (!Array.isArray(errors)) return '';
  return errors
    .flatMap(({ description, resolution }) => [description, resolution])
    .filter(Boolean)
    .join(' ');
}
