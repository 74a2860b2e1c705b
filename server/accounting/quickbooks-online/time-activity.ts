import { z } from 'zod';
import type { ActivityContent, Reference, Theirs } from '../system.ts';
import type { Json } from './quickbooks-client.ts';

const reference = z
  .looseObject({ value: z.coerce.string(), name: z.string().optional() })
  .nullish();

/** A TimeActivity as QuickBooks answers it. */
export const timeActivity = z.looseObject({
  Id: z.coerce.string(),
  SyncToken: z.coerce.string(),
  TxnDate: z.string().default(''),
  NameOf: z.string().default(''),
  EmployeeRef: reference,
  VendorRef: reference,
  CustomerRef: reference,
  ItemRef: reference,
  ClassRef: reference,
  Hours: z.number().nullish(),
  Minutes: z.number().nullish(),
  BillableStatus: z.string().nullish(),
  HourlyRate: z.number().nullish(),
  Description: z.string().nullish(),
});

export type TimeActivity = z.infer<typeof timeActivity>;
type FoundReference = TimeActivity['CustomerRef'];

/**
 * What is sent. Never StartTime and EndTime: with them QuickBooks would compute the hours anew, by its own idea
 * of the day a clock changes on. A project is a customer below another, and its id alone says both.
 */
export function timeActivityOf(content: ActivityContent): Json {
  const { person, item } = content;
  const customer = content.project ?? content.customer;
  const isVendor = person.kind === 'vendor';
  return {
    TxnDate: content.work_date,
    NameOf: isVendor ? 'Vendor' : 'Employee',
    [isVendor ? 'VendorRef' : 'EmployeeRef']: { value: person.external_id },
    Hours: content.hours,
    Minutes: content.minutes,
    ...(customer && { CustomerRef: { value: customer.external_id } }),
    ...(item && { ItemRef: { value: item.external_id } }),
    ...(content.class && { ClassRef: { value: content.class.external_id } }),
    BillableStatus: content.billable ? 'Billable' : 'NotBillable',
    ...(content.billable && { HourlyRate: content.rate }),
    Description: content.description,
  };
}

/** Whether theirs still says what we sent: what we left out, QuickBooks may have filled by itself. */
export function saysSame(theirs: TimeActivity, content: Theirs['content']): boolean {
  return (
    saysSameTime(theirs, content) &&
    idOf(theirs.ClassRef) === content.class?.external_id &&
    (theirs.BillableStatus === 'Billable') === content.billable &&
    (!content.billable || theirs.HourlyRate === content.rate) &&
    (theirs.Description ?? '') === content.description
  );
}

/** The same hours of the same person for the same customer and service, whoever entered them. */
export function saysSameTime(theirs: TimeActivity, content: Theirs['content']): boolean {
  const { person, item } = content;
  const customer = content.project ?? content.customer;
  const isVendor = person.kind === 'vendor';
  return (
    theirs.TxnDate === content.work_date &&
    theirs.NameOf === (isVendor ? 'Vendor' : 'Employee') &&
    idOf(isVendor ? theirs.VendorRef : theirs.EmployeeRef) === person.external_id &&
    (theirs.Hours ?? 0) === content.hours &&
    (theirs.Minutes ?? 0) === content.minutes &&
    idOf(theirs.CustomerRef) === customer?.external_id &&
    (!item || idOf(theirs.ItemRef) === item.external_id)
  );
}

/** Theirs in our words, beside which ours is shown. */
export function theirsOf(theirs: TimeActivity, ours: ActivityContent): Theirs {
  const isVendor = theirs.NameOf === 'Vendor';
  const person = isVendor ? theirs.VendorRef : theirs.EmployeeRef;
  const isOurProject = ours.project && idOf(theirs.CustomerRef) === ours.project.external_id;
  return {
    external_id: theirs.Id,
    sync_token: theirs.SyncToken,
    content: {
      work_date: theirs.TxnDate,
      person: {
        kind: isVendor ? 'vendor' : 'employee',
        ...(referenceOf(person) ?? { external_id: '', name: '' }),
      },
      customer: isOurProject ? ours.customer : referenceOf(theirs.CustomerRef),
      project: isOurProject ? ours.project : null,
      item: referenceOf(theirs.ItemRef),
      class: referenceOf(theirs.ClassRef),
      payroll_item: null,
      hours: theirs.Hours ?? 0,
      minutes: theirs.Minutes ?? 0,
      billable: theirs.BillableStatus === 'Billable',
      ...(typeof theirs.HourlyRate === 'number' && { rate: theirs.HourlyRate }),
      description: theirs.Description ?? '',
    },
  };
}

/** `[CL:xxxxxxxx]`, by which an activity is found again. */
export function markerOf(description: string | null | undefined): string | undefined {
  return /\[CL:[^[\]]+\]/.exec(description ?? '')?.[0];
}

const idOf = (found: FoundReference): string | undefined => found?.value;

function referenceOf(found: FoundReference): Reference | null {
  return found ? { external_id: found.value, name: found.name ?? found.value } : null;
}
