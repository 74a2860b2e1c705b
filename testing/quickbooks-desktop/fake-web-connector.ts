import { readXml, type XmlElement } from '../../server/accounting/desktop/xml-reader.ts';
import { escapeXml } from '../../server/accounting/desktop/xml-writer.ts';
import type { FakeQuickBooks, Processed } from './fake-quickbooks.ts';

const SERVICE = 'http://developer.intuit.com/';

/** It was switched off, or the line went dead, at this place. */
export class Interrupted extends Error {}

export interface Update {
  readonly url: string;
  readonly userName: string;
  readonly password: string;
  readonly quickBooks: FakeQuickBooks;
  /** `before NAME`: the call is not made; `after NAME`: it was, and its answer is lost. */
  readonly isInterrupted?: (place: string) => boolean;
  /** QuickBooks cannot be opened. */
  readonly openError?: { readonly hresult: string; readonly message: string };
}

export interface UpdateResult {
  readonly status: 'nvu' | 'none' | 'done' | 'failed' | 'interrupted';
  readonly lastError: string;
  readonly progress: readonly number[];
}

/** One update as the QuickBooks Web Connector makes it: eight calls, in its order, and nothing else. */
export async function runUpdate(update: Update): Promise<UpdateResult> {
  const progress: number[] = [];
  try {
    return { ...(await run(update, progress)), progress };
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return { status: 'interrupted', lastError: error.message, progress };
  }
}

async function run(update: Update, progress: number[]): Promise<Omit<UpdateResult, 'progress'>> {
  const call = (name: string, args: Readonly<Record<string, string>> = {}) =>
    callService(update, name, args);
  const { quickBooks, openError } = update;
  await call('serverVersion');
  const refusal = text(await call('clientVersion', { strVersion: '2.3.0.207' }));
  if (refusal !== '') throw new Error(`clientVersion: ${refusal}`);
  const login = { strUserName: update.userName, strPassword: update.password };
  const [ticket = '', file = ''] = strings(await call('authenticate', login));
  if (file === 'nvu' || file === 'none') return { status: file, lastError: '' };
  if (openError) {
    const answer = text(await call('connectionError', { ticket, ...openError }));
    if (answer !== 'done') throw new Error(`connectionError: ${answer}`);
    return fail();
  }
  let isFirst = true;
  for (;;) {
    const request = text(
      await call('sendRequestXML', {
        ticket,
        strHCPResponse: isFirst ? quickBooks.hostCompanyPreferences() : '',
        strCompanyFileName: 'C:\\Books\\Company.QBW',
        qbXMLCountry: 'US',
        qbXMLMajorVers: '16',
        qbXMLMinorVers: '0',
      }),
    );
    isFirst = false;
    if (request === '') return fail();
    const done = Number(text(await receive(quickBooks.process(request))));
    progress.push(done);
    if (!Number.isInteger(done)) throw new Error('receiveResponseXML answers no number');
    if (done < 0) return fail();
    if (done >= 100) {
      await call('closeConnection', { ticket });
      return { status: 'done', lastError: '' };
    }
  }

  function receive(processed: Processed): Promise<XmlElement> {
    const answer = { response: '', hresult: '', message: '', ...processed };
    return call('receiveResponseXML', { ticket, ...answer });
  }

  async function fail(): Promise<Omit<UpdateResult, 'progress'>> {
    const lastError = text(await call('getLastError', { ticket }));
    await call('closeConnection', { ticket });
    return { status: 'failed', lastError };
  }
}

async function callService(
  { url, isInterrupted = () => false }: Update,
  name: string,
  args: Readonly<Record<string, string>>,
): Promise<XmlElement> {
  if (isInterrupted(`before ${name}`)) throw new Interrupted(`before ${name}`);
  const content = Object.entries(args).map(
    ([key, value]) => `<${key}>${escapeXml(value)}</${key}>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body><${name} xmlns="${SERVICE}">${content.join('')}</${name}></soap:Body></soap:Envelope>`;
  let answer: { readonly response: Response; readonly received: string };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${SERVICE}${name}"`,
        // A socket that the server closes just as the next call takes it would be a line gone dead.
        connection: 'close',
      },
      body,
    });
    answer = { response, received: await response.text() };
  } catch (error) {
    // The server is gone; the Web Connector gives up until its next update.
    throw new Interrupted(`during ${name}`, { cause: error });
  }
  if (isInterrupted(`after ${name}`)) throw new Interrupted(`after ${name}`);
  return readAnswer(name, answer.response, answer.received);
}

function readAnswer(name: string, response: Response, received: string): XmlElement {
  const answer = readXml(received).children[0]?.children[0];
  const result = answer?.children[0];
  const isKnown =
    response.status === 200 &&
    response.headers.get('content-type')?.startsWith('text/xml') &&
    answer?.namespace === SERVICE &&
    answer.name === `${name}Response` &&
    result?.name === `${name}Result`;
  if (!isKnown || !result) throw new Error(`${name} answered ${response.status}: ${received}`);
  return result;
}

function text(result: XmlElement): string {
  if (result.children.length > 0) throw new Error('A text was expected');
  return result.text;
}

function strings(result: XmlElement): string[] {
  return result.children.map((child) => {
    if (child.name !== 'string') throw new Error('An ArrayOfString has only strings');
    return child.text;
  });
}
