import { behindGateway } from '../behind-gateway.ts';
import { ApiClient, type ApiRequest, type ApiSettings } from '../payroll-api/api-client.ts';
import {
  outcomeOfError,
  outcomeOfFailure,
  ReadFailedError,
} from '../payroll-api/failed-request.ts';
import type { ApiAnswer } from '../payroll-api/read-answer.ts';
import type { Connection } from '../system.ts';
import { type EarningCode, earningCodes } from './earning-codes.ts';

/** The largest page of workers. */
const PAGE = 100;
/** Only what a match needs: no government ids, addresses or birth dates leave ADP. */
const WORKER_FIELDS = [
  'workers/associateOID',
  'workers/person/legalName',
  'workers/workAssignments',
  'workers/workerStatus',
].join(',');
const PAY_DATA = '/events/payroll/v1/pay-data-input.modify';

interface Code {
  readonly codeValue?: string;
}
export interface WorkAssignment {
  readonly positionID?: string;
  readonly primaryIndicator?: boolean;
  readonly payrollFileNumber?: string;
  /** A text in Workforce Now, a code in its next generation. */
  readonly payrollGroupCode?: string | Code;
  readonly assignmentStatus?: { readonly statusCode?: Code };
}
export interface AdpWorker {
  readonly associateOID: string;
  readonly person?: {
    readonly legalName?: {
      readonly givenName?: string;
      readonly familyName1?: string;
      readonly formattedName?: string;
    };
  };
  readonly workAssignments?: readonly WorkAssignment[];
}
interface Amount {
  readonly amountValue?: number;
}
export interface PayStatement {
  readonly payDate?: string;
  readonly payPeriod?: { readonly startDate?: string; readonly endDate?: string };
  readonly grossPayAmount?: Amount;
  readonly netPayAmount?: Amount;
  /** A correction of another statement. */
  readonly payAdjustmentIndicator?: boolean;
  readonly payDetailUri?: { readonly href?: string };
}

const HOSTS = {
  production: { api: 'https://api.adp.com', accounts: 'https://accounts.adp.com' },
  sandbox: { api: 'https://uat-api.adp.com', accounts: 'https://uat-accounts.adp.com' },
};

export function adpAddresses(
  { environment }: Pick<Connection, 'environment'>,
  gateway?: string,
): Pick<ApiSettings, 'origin' | 'tokenUrl'> {
  const { api, accounts } = HOSTS[environment];
  return {
    origin: behindGateway(gateway, api),
    tokenUrl: behindGateway(gateway, `${accounts}/auth/oauth/v2/token`),
  };
}

/** The calls of https://developers.adp.com that Chalkline makes, all as the company's payroll practitioner. */
export class AdpClient {
  readonly #api: ApiClient;

  constructor(settings: ApiSettings) {
    this.#api = new ApiClient(settings);
  }

  close(): void {
    this.#api.close();
  }

  async workers(): Promise<AdpWorker[]> {
    const workers: AdpWorker[] = [];
    for (;;) {
      const answer = await this.#read('/hr/v2/workers', {
        query: { $select: WORKER_FIELDS, $top: String(PAGE), $skip: String(workers.length) },
      });
      // Past the last one there is 204 without a body.
      const page = (answer.body as { workers?: AdpWorker[] } | undefined)?.workers ?? [];
      workers.push(...page);
      if (page.length < PAGE) return workers;
    }
  }

  async earnings(): Promise<EarningCode[]> {
    const answer = await this.#read(`${PAY_DATA}/meta`, {});
    return earningCodes(answer.body);
  }

  async payStatements(associateOID: string, count: number): Promise<PayStatement[]> {
    const path = `/payroll/v1/workers/${encodeURIComponent(associateOID)}/organizational-pay-statements`;
    const answer = await this.#read(path, { query: { numberoflastpaydates: String(count) } });
    return (answer.body as { payStatements?: PayStatement[] } | undefined)?.payStatements ?? [];
  }

  /** By the address that the list has for it; one that leads elsewhere is not followed. */
  async payStatement(href: string): Promise<PayStatement | undefined> {
    if (!/^\/payroll\/v1\/workers\/[\w-]+\/organizational-pay-statements\/[\w%.~-]+$/.test(href)) {
      return undefined;
    }
    const answer = await this.#read(href, {});
    return (answer.body as { payStatement?: PayStatement } | undefined)?.payStatement;
  }

  modifyPayData(event: object): Promise<ApiAnswer> {
    return this.#api.request(PAY_DATA, {
      method: 'POST',
      headers: ROLE,
      body: { events: [event] },
    });
  }

  async #read(path: string, request: ApiRequest): Promise<ApiAnswer> {
    let answer: ApiAnswer;
    try {
      answer = await this.#api.request(path, { ...request, headers: ROLE });
    } catch (error) {
      throw new ReadFailedError(path, outcomeOfError(error));
    }
    if (answer.status === 200 || answer.status === 204) return answer;
    throw new ReadFailedError(path, outcomeOfFailure(answer, messageText(answer.body)));
  }
}

const ROLE = { rolecode: 'practitioner' };

interface ProcessMessage {
  readonly messageTypeCode?: Code;
  readonly userMessage?: { readonly messageTxt?: string; readonly title?: string };
}

/** What `confirmMessage` says went wrong, as words; '' where it says nothing of it. */
export function messageText(body: unknown): string {
  const { confirmMessage } = (body ?? {}) as {
    confirmMessage?: {
      processMessages?: ProcessMessage[];
      resourceMessages?: { processMessages?: ProcessMessage[] }[];
    };
  };
  const messages = [
    ...(confirmMessage?.processMessages ?? []),
    ...(confirmMessage?.resourceMessages ?? []).flatMap((of) => of.processMessages ?? []),
  ];
  return messages
    .filter(({ messageTypeCode }) => messageTypeCode?.codeValue !== 'success')
    .map(({ userMessage }) => userMessage?.messageTxt ?? userMessage?.title ?? '')
    .filter(Boolean)
    .join(' ');
}
