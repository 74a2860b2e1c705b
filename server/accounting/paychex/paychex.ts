import { z } from 'zod';
import { behindGateway } from '../behind-gateway.ts';
import type { ApiSettings } from '../payroll-api/api-client.ts';
import { withClient } from '../payroll-api/system-failure.ts';
import type { CompanyFacts, ReadList, Session, System } from '../system.ts';
import { SystemError } from '../system-error.ts';
import { PaychexClient, type PaychexCompany } from './paychex-client.ts';
import { readPaychexJournal } from './paychex-journal.ts';
import { sendToPaychex } from './send-to-paychex.ts';

const entered = z.strictObject({
  client_secret: z.string().trim().min(8).max(500),
  /** Only where the app sees several companies: the number that Paychex shows for it. */
  company: z.string().trim().max(40).default(''),
});

const ORIGIN = 'https://api.paychex.com';

/** Paychex Flex, with the app that the company made there for itself (decision 466). */
export function paychex(gateway: string | undefined, options: Partial<ApiSettings> = {}): System {
  const origin = behindGateway(gateway, ORIGIN);
  const open = <Result>(session: Session, work: (client: PaychexClient) => Promise<Result>) =>
    withClient(clientOf(session, { origin, ...options }), work);
  return {
    entered,
    test: (session) =>
      open(session, async (client) =>
        factsOf(await client.companies(), session.secrets.text('company')),
      ),
    async *readLists(session) {
      yield await open(session, (client) => readPeople(client, companyOf(session)));
      yield await open(session, (client) => readEarnings(client, companyOf(session)));
    },
    sendAll: (session, activities, noted) =>
      open(session, (client) => sendToPaychex(client, companyOf(session), activities, noted)),
    readJournal: (session, { from, to }) =>
      open(session, (client) => readPaychexJournal(client, companyOf(session), from, to)),
  };
}

function factsOf(companies: readonly PaychexCompany[], wanted: string | undefined): CompanyFacts {
  const found = companies.filter(
    ({ companyId, displayId }) => !wanted || wanted === displayId || wanted === companyId,
  );
  const [company] = found;
  const list = companies.map(({ displayId, legalName }) =>
    `${displayId ?? ''} ${legalName ?? ''}`.trim(),
  );
  if (!company) throw new SystemError('refused', 'no_company', list.join(', '));
  if (found.length > 1) throw new SystemError('refused', 'several_companies', list.join(', '));
  return { company_name: company.legalName ?? '', external_company_id: company.companyId };
}

async function readPeople(client: PaychexClient, companyId: string): Promise<ReadList> {
  const workers = await client.workers(companyId);
  return {
    kind: 'employee',
    complete: true,
    rows: workers.map(({ workerId, employeeId = null, name, currentStatus }) => ({
      external_id: workerId,
      name: [name?.givenName, name?.familyName].filter(Boolean).join(' ') || workerId,
      number: withoutNineDigits(employeeId),
      parent: null,
      email: null,
      active: currentStatus?.statusType === 'ACTIVE',
    })),
  };
}

/** Some companies number people by their social security number: that one stays there. */
function withoutNineDigits(number: string | null): string | null {
  return number?.replaceAll(/\D/g, '').length === 9 ? null : number;
}

/** What adds to pay; deductions take no hours. */
async function readEarnings(client: PaychexClient, companyId: string): Promise<ReadList> {
  const components = await client.components(companyId);
  const today = new Date().toISOString().slice(0, 10);
  return {
    kind: 'earning',
    complete: true,
    rows: components
      .filter(({ effectOnPay }) => effectOnPay?.startsWith('ADDITION'))
      .map(({ componentId, name, endDate }) => ({
        external_id: componentId,
        name: name ?? componentId,
        parent: null,
        email: null,
        active: endDate === undefined || endDate.slice(0, 10) >= today,
      })),
  };
}

function companyOf({ connection: { externalCompanyId } }: Session): string {
  if (externalCompanyId !== null) return externalCompanyId;
  throw new SystemError('sign_in_needed', 'keys_missing', 'The company there is not known yet.');
}

function clientOf({ connection, secrets }: Session, settings: Partial<ApiSettings>): PaychexClient {
  const { clientId } = connection;
  const clientSecret = secrets.text('client_secret');
  if (clientId && clientSecret) return new PaychexClient({ ...settings, clientId, clientSecret });
  throw new SystemError('sign_in_needed', 'keys_missing', 'The keys were not entered yet.');
}
