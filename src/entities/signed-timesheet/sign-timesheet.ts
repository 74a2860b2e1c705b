import { canonicalJson, type Json } from '@/entities/evidence/canonical-json';
import { signedInstant } from '@/entities/evidence/packet-format';
import { canSignOnDevice, openDeviceKey } from '@/entities/signed-timesheet/device-key';
import type { ShownTimesheet } from '@/entities/signed-timesheet/timesheet';
import { serverNow } from '@/lib/server-clock';

export interface Answer {
  answer: 'signed' | 'disputed';
  name?: string;
  note?: string;
  /** The sentence that was shown. */
  statement: string;
  language: string;
  version: string;
}

/** What sign_timesheet and dispute_timesheet get of it besides the answer. */
export interface SignedText {
  signed_text_param: string;
  device_key_id_param?: string;
  device_signature_param?: string;
}

/** The text of what was shown with the person's answer, signed by this device where it can. */
export async function signShown(
  userId: string,
  shown: ShownTimesheet,
  answer: Answer,
): Promise<SignedText> {
  const text = canonicalJson({
    ...(shown as unknown as Record<string, Json>),
    ...answer,
    signed_at: signedInstant(new Date(serverNow())),
  });
  if (!canSignOnDevice()) return { signed_text_param: text };
  const key = await openDeviceKey(userId);
  return {
    signed_text_param: text,
    device_key_id_param: key.id,
    device_signature_param: await key.sign(text),
  };
}
