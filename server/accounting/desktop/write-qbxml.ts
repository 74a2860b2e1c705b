import type { Activity, ActivityContent } from '../system.ts';
import type { FoundTime, ListName, Step } from './step.ts';
import { tag, textTag } from './xml-writer.ts';

/** What each list has that is wanted here; answers stay small. */
const FIELDS: Readonly<Record<ListName, readonly string[]>> = {
  Employee: ['ListID', 'Name', 'IsActive', 'Email'],
  Vendor: ['ListID', 'Name', 'IsActive', 'Email'],
  OtherName: ['ListID', 'Name', 'IsActive', 'Email'],
  Customer: ['ListID', 'FullName', 'IsActive', 'ParentRef', 'Email'],
  ItemService: ['ListID', 'FullName', 'IsActive', 'ParentRef'],
  Class: ['ListID', 'FullName', 'IsActive', 'ParentRef'],
  PayrollItemWage: ['ListID', 'Name', 'IsActive'],
};
/** Read in parts: of these companies have thousands. The other lists are short, and not all know parts. */
const IN_PARTS: ReadonlySet<ListName> = new Set(['Vendor', 'Customer', 'ItemService']);
const MAX_PART = 500;
const MAX_NOTES_CHARACTERS = 4095;

/**
 * One message. QuickBooks goes on after a request that failed, and answers each by its number. The order of
 * children is part of the format: another one is refused.
 */
export function writeQbxml(steps: readonly Step[]): string {
  const requests = steps.map((step, index) => writeStep(step, String(index + 1)));
  const messages = tag('QBXMLMsgsRq', requests.join(''), { onError: 'continueOnError' });
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?>${tag('QBXML', messages)}`;
}

function writeStep(step: Step, requestID: string): string {
  switch (step.kind) {
    case 'list':
      return tag(`${step.list}QueryRq`, listQuery(step.list), {
        requestID,
        ...iteratorOf(step),
      });
    case 'touched':
      return step.how === 'changed'
        ? tag('TimeTrackingQueryRq', since('Modified', step.since), { requestID })
        : tag(
            'TxnDeletedQueryRq',
            textTag('TxnDelType', 'TimeTracking') + since('Deleted', step.since),
            { requestID },
          );
    case 'find':
      return tag('TimeTrackingQueryRq', timeQuery(step.activity), { requestID });
    case 'add':
      return tag('TimeTrackingAddRq', tag('TimeTrackingAdd', time(step.activity.content)), {
        requestID,
      });
    case 'change':
      return tag(
        'TimeTrackingModRq',
        tag('TimeTrackingMod', version(step.found) + time(step.activity.content)),
        { requestID },
      );
    case 'remove':
      return tag(
        'TxnDelRq',
        textTag('TxnDelType', 'TimeTracking') + textTag('TxnID', step.found.txnId),
        { requestID },
      );
  }
}

function listQuery(list: ListName): string {
  const fields = FIELDS[list].map((field) => textTag('IncludeRetElement', field));
  const part = IN_PARTS.has(list) ? textTag('MaxReturned', String(MAX_PART)) : '';
  return part + textTag('ActiveStatus', 'All') + fields.join('');
}

/** QuickBooks hands out the next part to whoever names the iterator, in the same session only. */
function iteratorOf({ list, iterator }: Extract<Step, { kind: 'list' }>): Record<string, string> {
  if (!IN_PARTS.has(list)) return {};
  return iterator === undefined
    ? { iterator: 'Start' }
    : { iterator: 'Continue', iteratorID: iterator };
}

/** By its id; where none came back, everything of that person on that day. */
function timeQuery({ externalId, content }: Activity): string {
  if (content === null || externalId !== null) return textTag('TxnID', externalId ?? '');
  const { work_date: day, person } = content;
  return (
    tag('TxnDateRangeFilter', textTag('FromTxnDate', day) + textTag('ToTxnDate', day)) +
    tag('TimeTrackingEntityFilter', textTag('ListID', person.external_id))
  );
}

/** From the beginning of a day, by the clock of the computer with QuickBooks. */
function since(what: 'Modified' | 'Deleted', day: string): string {
  return tag(`${what}DateRangeFilter`, textTag(`From${what}Date`, `${day}T00:00:00`));
}

function version({ txnId, editSequence }: FoundTime): string {
  return textTag('TxnID', txnId) + textTag('EditSequence', editSequence);
}

function time(content: ActivityContent): string {
  const reference = (name: string, to: { readonly external_id: string } | null) =>
    to ? tag(name, textTag('ListID', to.external_id)) : '';
  return [
    textTag('TxnDate', content.work_date),
    reference('EntityRef', content.person),
    reference('CustomerRef', customerOf(content)),
    reference('ItemServiceRef', content.item),
    textTag('Duration', `PT${content.hours}H${content.minutes}M`),
    reference('ClassRef', content.class),
    reference('PayrollItemWageRef', content.payroll_item),
    textTag('Notes', notesOf(content)),
    textTag('BillableStatus', isBillable(content) ? 'Billable' : 'NotBillable'),
  ].join('');
}

/** A job is a customer under another one. */
export function customerOf({ project, customer }: ActivityContent): ActivityContent['customer'] {
  return project ?? customer;
}

/** Without a customer nobody can be billed. */
export function isBillable(content: ActivityContent): boolean {
  return content.billable && customerOf(content) !== null;
}

/** QuickBooks Desktop stores Latin letters only, and refuses the whole message for any other. */
export function notesOf({ description }: ActivityContent): string {
  const plain = description
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[^\u0020-\u007E\u00A0-\u00FF]/gu, '?')
    .trim();
  if (plain.length <= MAX_NOTES_CHARACTERS) return plain;
  const marker = markerOf(plain);
  return `${plain.slice(0, MAX_NOTES_CHARACTERS - marker.length - 1).trim()} ${marker}`;
}

export function markerOf(text: string): string {
  return /\[CL:[^[\]\s]+\]/.exec(text)?.[0] ?? '';
}
