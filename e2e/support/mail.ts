import { expect } from '@playwright/test';
import { api } from './api.ts';

export interface CapturedMail {
  id: string;
  fileName: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

/** The newest captured mail to an address, once there are `count` of them. */
export async function mailTo(address: string, count = 1): Promise<CapturedMail> {
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThanOrEqual(count);
  return (await mailsTo(address))[0] as CapturedMail;
}

async function mailsTo(address: string): Promise<CapturedMail[]> {
  const response = await fetch(`${api.url}/dev/mail.json`);
  const all = (await response.json()) as CapturedMail[];
  return all.filter((mail) => mail.to === address);
}

export function linkIn(mail: CapturedMail): string {
  const link = mail.links[0];
  if (!link) throw new Error(`No link in "${mail.subject}"`);
  return link;
}

export async function fileOf({ id }: CapturedMail): Promise<Buffer> {
  const response = await fetch(`${api.url}/dev/mail/${id}/file`);
  return Buffer.from(await response.arrayBuffer());
}
