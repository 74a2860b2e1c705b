import { z } from 'zod';
import type { ActivityContent } from '../system.ts';
import type { Json } from './quickbooks-client.ts';

const reference = z.looseObject({ value: z.coerce.string() }).nullish();

/** A TimeActivity as QuickBooks answers it. */
export const timeActivity = z.looseObject({
  Id: z.coerce.string(),
  SyncToken: z.coerce.string(),
  TxnDate: z.string().optional(),
  NameOf: z.string().optional(),
  EmployeeRef: reference,
  VendorRef: reference,
  CustomerRef: reference,
  ItemRef: reference,
  ClassRef: reference,
  Hours: z.number().nullish(),
  Minutes: z.number().nullish(),
  BillableStatus: z.string().nullish(),
  Description: z.string().nullish(),
});

export type TimeActivity = z.infer<typeof timeActivity>;

/**
 * What is sent. Never StartTime and EndTime: with them QuickBooks would compute the hours anew, by its own idea
 * of the day a clock changes on.
 */
export function timeActivityOf(content: ActivityContent, hourlyRate?: number): Json {
  const { person, item, billable } = content;
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
    BillableStatus: billable ? 'Billable' : 'NotBillable',
    ...(hourlyRate !== undefined && { HourlyRate: hourlyRate }),
    Description: content.description,
  };
}

/** Whether theirs still says what we sent: what we left out, QuickBooks may have filled by itself. */
export function saysSame(theirs: TimeActivity, content: ActivityContent): boolean {
  const { person, item } = content;
  const customer = content.project ?? content.customer;
  const isVendor = person.kind === 'vendor';
  const same = (found: { value: string } | null | undefined, wanted: string | undefined) =>
    (found?.value ?? undefined) === wanted;
  return (
    theirs.TxnDate === content.work_date &&
    theirs.NameOf === (isVendor ? 'Vendor' : 'Employee') &&
    same(isVendor ? theirs.VendorRef : theirs.EmployeeRef, person.external_id) &&
    (theirs.Hours ?? 0) === content.hours &&
    (theirs.Minutes ?? 0) === content.minutes &&
    same(theirs.CustomerRef, customer?.external_id) &&
    (!item || same(theirs.ItemRef, item.external_id)) &&
    same(theirs.ClassRef, content.class?.external_id) &&
    (theirs.BillableStatus === 'Billable') === content.billable &&
    (theirs.Description ?? '') === content.description
  );
}

/** What the screen shows beside ours. */
export function shownOf(theirs: TimeActivity): Json {
  const { Id, TxnDate, NameOf, Hours, Minutes, BillableStatus, Description } = theirs;
  const nameOf = (found: Json | null | undefined) => found?.['name'] ?? found?.['value'] ?? null;
  return {
    id: Id,
    work_date: TxnDate ?? null,
    person: nameOf(NameOf === 'Vendor' ? theirs.VendorRef : theirs.EmployeeRef),
    customer: nameOf(theirs.CustomerRef),
    item: nameOf(theirs.ItemRef),
    class: nameOf(theirs.ClassRef),
    hours: Hours ?? 0,
    minutes: Minutes ?? 0,
    billable: BillableStatus !== 'NotBillable',
    billed: BillableStatus === 'HasBeenBilled',
    description: Description ?? '',
  };
}
