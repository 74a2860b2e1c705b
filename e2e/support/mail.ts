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
  const deadline = Date.now() + 10_000;
  for (;;) {
    const response = await fetch(`${api.url}/dev/mail.json`);
    const all = (await response.json()) as CapturedMail[];
    const mails = all.filter((mail) => mail.to === address);
    if (mails.length >= count && mails[0]) return mails[0];
    if (Date.now() > deadline) throw new Error(`${mails.length} of ${count} mails to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
