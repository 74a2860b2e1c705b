import {
  type Answer,
  type Call,
  type FakePayrollApi,
  startPayrollApi,
  unknownFields,
} from './fake-payroll-api.ts';

interface Earning {
  componentId: string;
  checkComponentId: string;
  payHours: string;
}
interface Check {
  paycheckId: string;
  workerId: string;
  payPeriodId: string;
  /** Made by this app, or by somebody in Paychex Flex. */
  isOurs: boolean;
  earnings: Earning[];
}
interface Period {
  payPeriodId: string;
  status: string;
  startDate: string;
  endDate: string;
}

export interface FakePaychex extends FakePayrollApi {
  readonly companyId: string;
  readonly checks: Check[];
  readonly periods: Period[];
  readonly processed: Record<string, unknown>[];
  readonly workers: Record<string, unknown>[];
  /** An app that may only read. */
  isReadOnly: boolean;
  /** Hours on checks of this app, by worker and pay component. */
  hours(workerId: string, componentId: string): string[];
}

const COMPONENTS = [
  { componentId: 'C-REG', name: 'Hourly', classificationType: 'REGULAR', effectOnPay: 'ADDITION' },
  {
    componentId: 'C-OT',
    name: 'Overtime',
    classificationType: 'OVERTIME',
    effectOnPay: 'ADDITION',
  },
  {
    componentId: 'C-MED',
    name: 'Medical',
    classificationType: 'PRE_TAX',
    effectOnPay: 'REDUCTION',
  },
];
const EARNING = { componentId: 1, payHours: 1, payRate: 1, payRateId: 1, lineDate: 1, jobId: 1 };
const CHECK = {
  payPeriodId: 1,
  checkCorrelationId: 1,
  blockAutoDistribution: 1,
  earnings: EARNING,
};
const media = (name: string) => `application/vnd.paychex.${name}.v1+json`;

/**
 * Paychex Flex as its reference describes it, and stricter than it says: unknown fields, another media type,
 * hours that are no text with two digits, a pay period that is being run or was, an earning that is there
 * already are refused. https://developer.paychex.com/api-documentation-and-exploration/api-references/payroll
 */
export async function startPaychex(): Promise<FakePaychex> {
  const api = await startPayrollApi({
    needsCertificate: false,
    error: (status, text) => failed(status, text).body,
    answer: (call) => answerOf(fake, call),
  });
  const fake: FakePaychex = Object.assign(api, {
    companyId: '00ABC',
    checks: [],
    periods: [],
    processed: [],
    workers: [],
    isReadOnly: false,
    hours: (workerId: string, componentId: string) =>
      fake.checks
        .filter((check) => check.workerId === workerId && check.isOurs)
        .flatMap((check) => check.earnings)
        .filter((earning) => earning.componentId === componentId)
        .map((earning) => earning.payHours),
  });
  return fake;
}

function answerOf(fake: FakePaychex, call: Call): Answer {
  const { method, url } = call;
  const parts = url.pathname.slice(1).split('/');
  if (method === 'GET') return readAnswer(fake, call, parts);
  if (fake.isReadOnly) return failed(403, 'The app has no access to this resource.');
  const [first = '', id = '', second = '', item = ''] = parts;
  if (first === 'workers' && second === 'checks') {
    return method === 'POST' && item === ''
      ? addCheck(fake, id, call)
      : removeCheck(fake, id, item, method);
  }
  if (first === 'checks' && second === 'checkcomponents') return changeLine(fake, id, item, call);
  return failed(404, 'Not found');
}

const LISTS: Record<string, string> = {
  companies: 'companies',
  workers: 'workers',
  paycomponents: 'payroll.paycomponents',
  payperiods: 'payroll.payperiods',
};

function readAnswer(fake: FakePaychex, { url, headers }: Call, parts: readonly string[]): Answer {
  const [first, companyId, name = 'companies'] = parts;
  if (first !== 'companies') return failed(404, 'Not found');
  if (companyId !== undefined && companyId !== fake.companyId)
    return failed(404, 'No such company');
  const { searchParams: query } = url;
  const isProcessed = headers.accept === media('payroll.processedchecks');
  const profile =
    name === 'checks' ? `payroll.${isProcessed ? 'processed' : ''}checks` : LISTS[name];
  if (profile === undefined) return failed(404, 'Not found');
  if (headers.accept !== media(profile)) return failed(406, `Not acceptable: ${headers.accept}`);
  const items = itemsOf(fake, name, query, isProcessed);
  if (!items) return failed(400, 'payperiodid is required');
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 25), 100);
  return {
    status: 200,
    body: {
      metadata: { contentItemCount: items.length },
      content: items.slice(offset, offset + limit),
    },
  };
}

function itemsOf(fake: FakePaychex, name: string, query: URLSearchParams, isProcessed: boolean) {
  if (name === 'companies') return [{ companyId: fake.companyId, legalName: 'Chalk Builders LLC' }];
  if (name === 'workers') return fake.workers;
  if (name === 'paycomponents') return COMPONENTS;
  if (name === 'payperiods') {
    const [from = '', to = '9999'] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
    return fake.periods.filter(({ startDate, endDate }) => endDate >= from && startDate <= to);
  }
  const period = query.get('payperiodid');
  if (!period) return undefined;
  const isOurs = query.get('filterbyuserid') === 'true';
  return isProcessed
    ? fake.processed.filter(({ payPeriodId }) => payPeriodId === period)
    : fake.checks.filter((check) => check.payPeriodId === period && (!isOurs || check.isOurs));
}

function addCheck(fake: FakePaychex, workerId: string, call: Call): Answer {
  const wrong = refusalOf(call, 'payroll.check', CHECK);
  if (wrong) return wrong;
  const { payPeriodId, earnings } = call.body as { payPeriodId: string; earnings: Earning[] };
  const period = fake.periods.find((one) => one.payPeriodId === payPeriodId);
  if (!isOpen(period)) return failed(400, 'The pay period is not available.');
  if (!fake.workers.some((worker) => worker.workerId === workerId))
    return failed(404, 'No such worker');
  const invalid = earnings.map(lineProblem).find(Boolean);
  if (invalid) return failed(400, invalid);
  const check: Check = {
    paycheckId: newId('P'),
    workerId,
    payPeriodId,
    isOurs: true,
    earnings: earnings.map((earning) => ({ ...earning, checkComponentId: newId('L') })),
  };
  fake.checks.push(check);
  return { status: 201, body: { content: [check] } };
}

function changeLine(fake: FakePaychex, checkId: string, lineId: string, call: Call): Answer {
  const check = fake.checks.find(({ paycheckId }) => paycheckId === checkId);
  if (!check) return failed(404, 'No such check');
  if (!isOpen(fake.periods.find((one) => one.payPeriodId === check.payPeriodId))) {
    return failed(400, 'The pay period is not available.');
  }
  const line = check.earnings.find(({ checkComponentId }) => checkComponentId === lineId);
  if (lineId !== '' && !line) return failed(404, 'No such pay component');
  if (call.method === 'DELETE') {
    check.earnings = check.earnings.filter((one) => one !== line);
    return { status: 204 };
  }
  const wrong = refusalOf(call, 'payroll.check.checkcomponent', EARNING);
  if (wrong) return wrong;
  const changed = { ...line, ...(call.body as Earning) };
  const invalid = lineProblem(changed);
  if (invalid) return failed(400, invalid);
  if (line) Object.assign(line, changed);
  else if (check.earnings.some(({ componentId }) => componentId === changed.componentId)) {
    return failed(400, 'The pay component is on the check already.');
  } else check.earnings.push({ ...changed, checkComponentId: newId('L') });
  return { status: 200, body: { content: [check] } };
}

function removeCheck(fake: FakePaychex, workerId: string, checkId: string, method: string): Answer {
  const at = fake.checks.findIndex(
    (one) => one.paycheckId === checkId && one.workerId === workerId,
  );
  if (method !== 'DELETE' || at < 0) return failed(404, 'No such check');
  fake.checks.splice(at, 1);
  return { status: 204 };
}

function refusalOf({ headers, body }: Call, profile: string, known: Record<string, unknown>) {
  const type = headers['content-type'];
  if (type !== media(profile)) return failed(415, `Unsupported media type ${type}`);
  const [unknown] = unknownFields(body, known);
  return unknown === undefined ? undefined : failed(400, `Unknown field ${unknown}`);
}

function lineProblem({ componentId, payHours }: Partial<Earning>): string | undefined {
  if (!COMPONENTS.some((one) => one.componentId === componentId)) return 'No such pay component';
  return typeof payHours === 'string' && /^\d{1,3}\.\d\d$/.test(payHours)
    ? undefined
    : 'payHours is no amount';
}

function isOpen(period: Period | undefined): boolean {
  return period?.status === 'INITIAL' || period?.status === 'ENTRY';
}

let lastId = 0;
function newId(prefix: string): string {
  return `${prefix}${++lastId}`;
}

function failed(status: number, description: string): Answer {
  return { status, body: { errors: [{ code: String(status), description, resolution: '' }] } };
}
