import { child, readXml, textAt, type XmlElement, XmlError } from './xml-reader.ts';

/** The answer to one request. */
export interface StepAnswer {
  readonly number: number;
  /** 0: done; 1: nothing found. */
  readonly code: number;
  readonly message: string;
  /** The records it has (`…Ret`). */
  readonly records: readonly XmlElement[];
  /** With which the next part of a list is asked for; null: this was all. */
  readonly iterator: string | null;
  readonly element: XmlElement;
}

/** Worked time as it is stored there. */
export interface StoredTime {
  readonly txnId: string;
  readonly editSequence: string;
  readonly isEdited: boolean;
  readonly work_date: string;
  readonly person: string;
  readonly customer: string | null;
  readonly item: string | null;
  readonly class: string | null;
  readonly payroll_item: string | null;
  readonly minutes: number;
  readonly notes: string;
  readonly billing: string;
  /** Names, for whoever decides about a difference. */
  readonly names: Readonly<Record<string, string>>;
}

const REFERENCES = {
  person: 'EntityRef',
  customer: 'CustomerRef',
  item: 'ItemServiceRef',
  class: 'ClassRef',
  payroll_item: 'PayrollItemWageRef',
} as const;

export function readAnswers(response: string): readonly StepAnswer[] {
  const messages = child(readQbxml(response), 'QBXMLMsgsRs');
  if (!messages) throw new XmlError('The answer has no QBXMLMsgsRs');
  return messages.children.map((element) => ({
    number: Number(element.attributes.get('requestID')),
    code: Number(element.attributes.get('statusCode')),
    message: element.attributes.get('statusMessage') ?? '',
    records: element.children.filter(({ name }) => name.endsWith('Ret')),
    iterator: iteratorOf(element),
    element,
  }));
}

function iteratorOf({ attributes }: XmlElement): string | null {
  const left = Number(attributes.get('iteratorRemainingCount') ?? 0);
  return left > 0 ? (attributes.get('iteratorID') ?? null) : null;
}

/** The company file that is open. */
interface CompanyFile {
  readonly name: string;
  /** What the Web Connector marked it with when our application was added to it; null: not marked by us. */
  readonly fileId: string | null;
}

/** As in the `.qwc` file, which the browser writes. */
export const OWNER_ID = '6b3f7d0c-5a41-4b8e-9d27-2f6c1e8a4b95';

/** Host, company and preferences, which come along with the first call of a session. */
export function readCompanyFile(response: string): CompanyFile {
  const messages = child(readQbxml(response), 'QBXMLMsgsRs');
  const company = child(child(messages, 'CompanyQueryRs'), 'CompanyRet');
  const mark = company?.children.find(
    (each) =>
      each.name === 'DataExtRet' &&
      textAt(each, 'DataExtName') === 'FileID' &&
      plainId(textAt(each, 'OwnerID')) === OWNER_ID,
  );
  return {
    name: textAt(company, 'CompanyName') || textAt(company, 'LegalCompanyName'),
    fileId: mark ? plainId(textAt(mark, 'DataExtValue')) : null,
  };
}

/** `{6B3F…}` and `6b3f…` are the same. */
const plainId = (text: string): string =>
  text
    .trim()
    .replace(/^\{|\}$/g, '')
    .toLowerCase();

function readQbxml(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== 'QBXML') throw new XmlError('This is no qbXML');
  return root;
}

export function readTime(record: XmlElement): StoredTime {
  const listIdOf = (name: string) => textAt(record, name, 'ListID') || null;
  return {
    txnId: textAt(record, 'TxnID'),
    editSequence: textAt(record, 'EditSequence'),
    isEdited: textAt(record, 'TimeModified') !== textAt(record, 'TimeCreated'),
    work_date: textAt(record, 'TxnDate'),
    person: listIdOf(REFERENCES.person) ?? '',
    customer: listIdOf(REFERENCES.customer),
    item: listIdOf(REFERENCES.item),
    class: listIdOf(REFERENCES.class),
    payroll_item: listIdOf(REFERENCES.payroll_item),
    minutes: minutesOf(textAt(record, 'Duration')),
    notes: textAt(record, 'Notes'),
    billing: textAt(record, 'BillableStatus'),
    names: Object.fromEntries(
      Object.entries(REFERENCES).flatMap(([key, name]) => {
        const fullName = textAt(record, name, 'FullName');
        return fullName === '' ? [] : [[key, fullName]];
      }),
    ),
  };
}

/** `PT8H30M`, with or without seconds. */
function minutesOf(duration: string): number {
  const [, hours, minutes] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?$/.exec(duration) ?? [];
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
}
