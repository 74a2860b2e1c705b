import { readSignedText } from '../canonical-json.ts';
import { type DeviceKey, type DeviceTimesheet, PACKET_FILES } from '../packet-format.ts';
import type { Noted } from './noted.ts';
import type { PacketContents } from './packet-contents.ts';
import { Mismatch, type Tally } from './problem.ts';
import { type Fields, fieldsOf, textOf, textsOf } from './read-values.ts';
import { isSignedByDevice } from './verify-signature.ts';

/** Who signed on a device of their own, and who otherwise. */
export interface TimesheetFacts {
  readonly devices: { name: string; start_date: string; end_date: string; device: string | null }[];
  readonly others: { name: string; start_date: string; end_date: string; kind: string }[];
}

const TEXTS = ['id', 'kind', 'name', 'start_date', 'end_date', 'signed_at'];

/** The signature is over this text, and the text is about this company and period. */
function isSigned(fields: Fields, companyId: string): boolean {
  const texts = textsOf(fields, ['signed_text', 'device_signature']);
  const key = fieldsOf(fields['device_key']);
  if (!texts || !key) return false;
  const [text = '', signature = ''] = texts;
  const said = readSignedText(text);
  if (!said || fieldsOf(said['company'])?.['id'] !== companyId) return false;
  if (said['start_date'] !== fields['start_date'] || said['end_date'] !== fields['end_date'])
    return false;
  return isSignedByDevice(key as unknown as DeviceKey, text, signature);
}

const KEY_FIELDS = ['crv', 'kty', 'x', 'y'];

const sameTexts = (one: Fields | null, other: Fields | null, names: readonly string[]): boolean =>
  names.every((name) => one !== null && other !== null && one[name] === other[name]);

/** Whoever makes a packet cannot add a signature: what is listed is what the database has of it, as what it is. */
function isNoted(fields: Fields, { signatures }: Noted): boolean {
  const noted = signatures.get(fields['id'] as string) ?? null;
  if (!sameTexts(fields, noted, ['start_date', 'end_date', 'signed_at'])) return false;
  if ((noted?.['signed_name'] ?? '') !== fields['name']) return false;
  if (fields['kind'] === 'device')
    return (
      sameTexts(fields, noted, ['signed_text', 'device_signature']) &&
      sameTexts(fieldsOf(fields['device_key']), fieldsOf(noted?.['device_key']), KEY_FIELDS)
    );
  if (textOf(noted?.['signed_text']) && textOf(noted?.['device_signature'])) return false;
  return textOf(fields['file']) === null || noted?.['paper_sha256'] === fields['sha256'];
}

/** `signatures/timesheets.json`, where there is one. */
export async function checkTimesheets(
  packet: PacketContents,
  companyId: string,
  noted: Noted,
  { timesheets, drawings }: { timesheets: Tally; drawings: Tally },
): Promise<TimesheetFacts> {
  const facts: TimesheetFacts = { devices: [], others: [] };
  const file = PACKET_FILES.timesheets;
  if (!packet.files.has(file)) return facts;
  const list = await packet.json(file);
  if (!Array.isArray(list)) throw new Mismatch('timesheets', { file });
  for (const [position, item] of list.entries()) {
    const fields = fieldsOf(item);
    if (!fields || !textsOf(fields, TEXTS)) throw new Mismatch('timesheets', { file, position });
    const { name, start_date, end_date, kind } = fields as unknown as DeviceTimesheet;
    if (!isNoted(fields, noted)) {
      timesheets.fail('timesheet_signature', { file, position });
    } else if (kind !== 'device') {
      facts.others.push({ name, start_date, end_date, kind });
      checkDrawing(packet, { fields, position, drawings });
    } else if (isSigned(fields, companyId)) {
      facts.devices.push({ name, start_date, end_date, device: textOf(fields['device_name']) });
      timesheets.fits += 1;
    } else {
      timesheets.fail('timesheet_signature', { file, position });
    }
  }
  return facts;
}

function checkDrawing(
  packet: PacketContents,
  { fields, position, drawings }: { fields: Fields; position: number; drawings: Tally },
): void {
  const file = textOf(fields['file']);
  if (file === null) return;
  if (packet.files.get(file)?.sha256 === fields['sha256']) drawings.fits += 1;
  else drawings.fail('drawing', { file, position });
}
