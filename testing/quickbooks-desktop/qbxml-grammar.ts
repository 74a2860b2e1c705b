import type { XmlElement } from '../../server/accounting/desktop/xml-reader.ts';

/** A name, optional with `?`, repeatable with `*`; what is not listed has text only. */
type Grammar = Readonly<Record<string, readonly string[]>>;

const REFERENCE = ['ListID?', 'FullName?'];
const LIST_QUERY = [
  'ListID*',
  'FullName*',
  'MaxReturned?',
  'ActiveStatus?',
  'FromModifiedDate?',
  'ToModifiedDate?',
  'NameFilter?',
  'IncludeRetElement*',
  'OwnerID*',
];
const TIME = [
  'TxnDate?',
  'EntityRef',
  'CustomerRef?',
  'ItemServiceRef?',
  'Duration',
  'ClassRef?',
  'PayrollItemWageRef?',
  'Notes?',
  'BillableStatus?',
];

/** qbXML 13.0 as Intuit publishes it (qbxmlops130), the part that has to do with time. */
export const GRAMMAR: Grammar = {
  EntityRef: REFERENCE,
  CustomerRef: REFERENCE,
  ItemServiceRef: REFERENCE,
  ClassRef: REFERENCE,
  PayrollItemWageRef: REFERENCE,
  EmployeeQueryRq: LIST_QUERY,
  VendorQueryRq: LIST_QUERY,
  OtherNameQueryRq: LIST_QUERY,
  CustomerQueryRq: LIST_QUERY,
  ItemServiceQueryRq: LIST_QUERY,
  ClassQueryRq: LIST_QUERY,
  PayrollItemWageQueryRq: LIST_QUERY,
  TimeTrackingAddRq: ['TimeTrackingAdd', 'IncludeRetElement*'],
  TimeTrackingAdd: [...TIME, 'ExternalGUID?'],
  TimeTrackingModRq: ['TimeTrackingMod', 'IncludeRetElement*'],
  TimeTrackingMod: ['TxnID', 'EditSequence', ...TIME],
  TimeTrackingQueryRq: [
    'TxnID*',
    'MaxReturned?',
    'ModifiedDateRangeFilter?',
    'TxnDateRangeFilter?',
    'TimeTrackingEntityFilter?',
    'IncludeRetElement*',
  ],
  ModifiedDateRangeFilter: ['FromModifiedDate?', 'ToModifiedDate?'],
  TxnDateRangeFilter: ['FromTxnDate?', 'ToTxnDate?'],
  TimeTrackingEntityFilter: ['ListID*', 'FullName*'],
  TxnDelRq: ['TxnDelType', 'TxnID'],
  TxnDeletedQueryRq: ['TxnDelType', 'TxnDelType*', 'DeletedDateRangeFilter?'],
  DeletedDateRangeFilter: ['FromDeletedDate?', 'ToDeletedDate?'],
};

/** What is wrong with the order or the names of its children; QuickBooks looks no further. */
export function grammarError(element: XmlElement): string | undefined {
  const expected = GRAMMAR[element.name];
  const { children } = element;
  if (!expected) {
    return children.length > 0 ? `${element.name} has no children` : undefined;
  }
  let index = 0;
  for (const part of expected) {
    const name = part.replace(/[?*]$/, '');
    let count = 0;
    while (children[index]?.name === name && (count === 0 || part.endsWith('*'))) {
      index += 1;
      count += 1;
    }
    if (count === 0 && !/[?*]$/.test(part)) return `${name} is missing in ${element.name}`;
  }
  const left = children[index];
  if (left) return `${left.name} at the wrong place in ${element.name}`;
  return children.map(grammarError).find((error) => error !== undefined);
}
