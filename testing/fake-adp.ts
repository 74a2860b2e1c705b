import {
  type Answer,
  type Call,
  type FakePayrollApi,
  startPayrollApi,
  unknownFields,
} from './fake-payroll-api.ts';

interface Line {
  readonly batch: string;
  readonly associateOID: string;
  readonly fileNumber: string;
  readonly code: string;
  readonly hours: number;
}

export interface FakeAdp extends FakePayrollApi {
  /** Every line of every batch, as payroll would pay it. */
  readonly lines: Line[];
  readonly workers: Record<string, unknown>[];
  readonly statements: Map<string, Record<string, unknown>[]>;
  /** Canonical URIs that the app was given; without one, 403. */
  readonly scopes: Set<'workers' | 'pay-data' | 'pay-statements'>;
  /** Payroll files that ADP refuses, with all that is in the same batch. */
  readonly refusedFiles: Set<string>;
  /** 200 with a message of an error inside. */
  failsInside: boolean;
  hours(fileNumber: string, code: string): number;
}

const CODE = { codeValue: 1 };
const EVENT = {
  events: {
    data: {
      eventContext: { payrollGroupCode: CODE, payrollProcessingJobID: 1 },
      transform: {
        payDataInput: {
          payeePayInputs: {
            associateOID: 1,
            payNumber: 1,
            payrollProfilePayInputs: {
              payrollFileNumber: 1,
              payInputs: {
                earningInputs: { earningCode: CODE, numberOfHours: 1 },
                _modificationTypeCode: 1,
              },
            },
          },
        },
      },
    },
  },
};
const EARNINGS = [
  { codeValue: 'R', shortName: 'Regular' },
  { codeValue: 'O', shortName: 'Overtime' },
  { codeValue: 'DBL', shortName: 'Double', longName: 'Double time' },
];
const PAY_DATA = '/events/payroll/v1/pay-data-input.modify';

/**
 * ADP Workforce Now as its guides describe it: a certificate of the client in every handshake, `roleCode`,
 * pay data as one event that is taken as a whole or not at all, a batch for every request, with digits added to
 * its name, and no way to read a batch.
 * https://developers.adp.com/articles/guides/payroll-data-input-api--guide-for-adp-workforce-now
 */
export async function startAdp(): Promise<FakeAdp> {
  const api = await startPayrollApi({
    needsCertificate: true,
    error: (status, text) => failed(status, text).body,
    answer: (call) => answerOf(fake, call),
  });
  const fake: FakeAdp = Object.assign(api, {
    lines: [],
    workers: [],
    statements: new Map(),
    scopes: new Set(['workers', 'pay-data', 'pay-statements'] as const),
    refusedFiles: new Set<string>(),
    failsInside: false,
    hours: (fileNumber: string, code: string) =>
      fake.lines
        .filter((line) => line.fileNumber === fileNumber && line.code === code)
        .reduce((sum, { hours }) => sum + hours, 0),
  });
  return fake;
}

function answerOf(fake: FakeAdp, call: Call): Answer {
  const { method, url, headers } = call;
  if (headers.rolecode !== 'practitioner') return failed(403, 'roleCode is not allowed');
  if (method === 'GET' && url.pathname === '/hr/v2/workers') {
    return fake.scopes.has('workers') ? workersPage(fake, url) : failed(403, 'Not in the scope');
  }
  if (url.pathname.startsWith(PAY_DATA)) {
    if (!fake.scopes.has('pay-data')) return failed(403, 'Not in the scope');
    if (method === 'GET' && url.pathname === `${PAY_DATA}/meta`) return meta();
    return method === 'POST' && url.pathname === PAY_DATA
      ? addBatch(fake, call)
      : failed(405, 'Method');
  }
  return method === 'GET' ? statementOf(fake, url) : failed(404, 'Not found');
}

function workersPage({ workers }: FakeAdp, { searchParams: query }: URL): Answer {
  if (!query.get('$select')?.includes('workers/associateOID')) return failed(400, '$select');
  const skip = Number(query.get('$skip'));
  const page = workers.slice(skip, skip + Math.min(Number(query.get('$top')), 100));
  return page.length === 0 ? { status: 204 } : { status: 200, body: { workers: page } };
}

function meta(): Answer {
  const path =
    '/payDataInput/payeePayInputs/payrollProfilePayInputs/payInputs/earningInputs/earningCode';
  return {
    status: 200,
    body: { meta: { '/data/transforms': [{ [path]: { codeList: { listItems: EARNINGS } } }] } },
  };
}

interface Sent {
  eventContext: { payrollGroupCode: { codeValue: string }; payrollProcessingJobID: string };
  transform: {
    payDataInput: {
      payeePayInputs: {
        associateOID: string;
        payrollProfilePayInputs: {
          payrollFileNumber: string;
          payInputs: {
            _modificationTypeCode: string;
            earningInputs: { earningCode: { codeValue: string }; numberOfHours: number }[];
          }[];
        }[];
      }[];
    };
  };
}

function addBatch(fake: FakeAdp, { headers, body }: Call): Answer {
  if (headers['content-type'] !== 'application/json') return failed(415, 'Content-Type');
  const [unknown] = unknownFields(body, EVENT);
  if (unknown !== undefined) return failed(400, `Unknown field ${unknown}`);
  const [event] = (body as { events: { data: Sent }[] }).events;
  if (!event) return failed(400, 'No event');
  const { eventContext, transform } = event.data;
  const name = eventContext.payrollProcessingJobID;
  if (!/^[A-Za-z0-9_-]{1,20}$/.test(name)) return failed(400, 'payrollProcessingJobID');
  const batch = `${name}_${String(fake.calls.length).padStart(6, '0')}`;
  const lines = transform.payDataInput.payeePayInputs.flatMap(
    ({ associateOID, payrollProfilePayInputs }) =>
      payrollProfilePayInputs.flatMap(({ payrollFileNumber: fileNumber, payInputs }) =>
        payInputs.flatMap(({ earningInputs, _modificationTypeCode: type }) =>
          earningInputs.map(({ earningCode: { codeValue: code }, numberOfHours: hours }) => ({
            batch,
            associateOID,
            fileNumber,
            code,
            hours: type === 'Add' ? hours : Number.NaN,
          })),
        ),
      ),
  );
  const group = eventContext.payrollGroupCode.codeValue;
  const wrong = lines.find((line) => !isRight(fake, group, line));
  if (wrong) return failed(400, `File number ${wrong.fileNumber} is not valid.`);
  if (fake.failsInside)
    return { status: 200, body: failed(400, 'The payroll cycle is closed.').body };
  fake.lines.push(...lines);
  const context = { ...eventContext, payrollProcessingJobID: batch };
  const eventStatusCode = { codeValue: 'complete' };
  return { status: 200, body: { events: [{ eventStatusCode, data: { eventContext: context } }] } };
}

function isRight(fake: FakeAdp, group: string, line: Line): boolean {
  const worker = fake.workers.find((one) => one.associateOID === line.associateOID);
  const assignments = (worker?.workAssignments ?? []) as {
    payrollFileNumber: string;
    payrollGroupCode: string;
  }[];
  return (
    !fake.refusedFiles.has(line.fileNumber) &&
    assignments.some(
      (of) => of.payrollFileNumber === line.fileNumber && of.payrollGroupCode === group,
    ) &&
    EARNINGS.some(({ codeValue }) => codeValue === line.code) &&
    Number.isFinite(line.hours) &&
    line.hours > 0 &&
    Number.isInteger(Math.round(line.hours * 1e6) / 1e4)
  );
}

function statementOf({ statements, scopes }: FakeAdp, { pathname, searchParams }: URL): Answer {
  const found =
    /^\/payroll\/v1\/workers\/([\w-]+)\/organizational-pay-statements(?:\/(\d+))?$/.exec(pathname);
  if (!found) return failed(404, 'Not found');
  if (!scopes.has('pay-statements')) return failed(403, 'Not in the scope');
  const own = statements.get(found[1] ?? '') ?? [];
  if (found[2] !== undefined) return { status: 200, body: { payStatement: own[Number(found[2])] } };
  const list = own.slice(0, Number(searchParams.get('numberoflastpaydates'))).map((one, at) => {
    const { payPeriod, ...listed } = one;
    return { ...listed, payDetailUri: { href: `${pathname}/${at}` }, ...(at > 0 && { payPeriod }) };
  });
  return list.length === 0 ? { status: 204 } : { status: 200, body: { payStatements: list } };
}

function failed(status: number, messageTxt: string): Answer {
  const messageTypeCode = { codeValue: 'error' };
  return {
    status,
    body: {
      confirmMessage: {
        requestStatusCode: { codeValue: 'failed' },
        resourceMessages: [{ processMessages: [{ messageTypeCode, userMessage: { messageTxt } }] }],
      },
    },
  };
}
