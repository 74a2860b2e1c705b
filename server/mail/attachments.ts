import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { Attachment, AttachmentRequest, QueuedMail } from './queued-mail.ts';

interface Dependencies {
  readonly config: Pick<Config, 'supabaseDir' | 'project'>;
  readonly database: Pick<Database, 'requests'>;
  readonly log: Logger;
}

/** What the renderer of a project is given beside the request. */
interface RendererTools {
  /** A function of the project, called with the rights of the request's `user_id`: its rows. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown[]>;
}

interface Renderer {
  attachmentOf(
    request: AttachmentRequest,
    tools: RendererTools,
  ): Promise<Attachment | 'obsolete' | undefined>;
}

/** The file of a mail; nothing: the mail goes without; obsolete: it has no point any more. */
export type Attachments = (mail: QueuedMail) => Promise<Attachment | 'obsolete' | undefined>;

/** Many mail servers take 10 MB; on the way a file grows by a third. */
const LARGEST_BYTES = 5 * 1024 * 1024;

/**
 * Files of mails are made by the project's own module (`mail.attachments` of config.toml), when the mail is
 * sent and with the rights its recipient has then. Whatever hinders it, the mail still goes, without the file.
 */
export function createAttachments({ config, database, log }: Dependencies): Attachments {
  const file = rendererFile(config);
  return async ({ id, attachment }) => {
    if (attachment === null) return undefined;
    if (file === undefined || !existsSync(file)) {
      log.warn({ mail: id, file }, 'there is nothing to make the file of a mail with');
      return undefined;
    }
    try {
      const renderer = (await import(pathToFileURL(file).href)) as Renderer;
      const caller = callerOf(attachment);
      const made = await renderer.attachmentOf(attachment, {
        call: (name, args) => callAs(database, caller, name, args),
      });
      const tooLarge = made instanceof Object && made.content.byteLength > LARGEST_BYTES;
      return tooLarge ? undefined : made;
    } catch (error) {
      log.warn({ mail: id, err: error }, 'the file of a mail could not be made');
      return undefined;
    }
  };
}

function rendererFile({ supabaseDir, project }: Dependencies['config']): string | undefined {
  const mail = project.raw['mail'] as { attachments?: string } | undefined;
  return mail?.attachments === undefined ? undefined : path.resolve(supabaseDir, mail.attachments);
}

/** As after signing in with a password: who has a second factor must still show it, so gets no file. */
function callerOf({ user_id, claims: more }: AttachmentRequest): Caller {
  const claims = { ...more, sub: user_id, role: 'authenticated', aal: 'aal1' };
  return { role: 'authenticated', claims: JSON.stringify(claims) };
}

async function callAs(
  { requests }: Dependencies['database'],
  caller: Caller,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown[]> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const named = Object.keys(args).map((key, index) => `${quoted(key)} => $${index + 1}`);
  const values = Object.values(args).map((value) =>
    value === null || typeof value === 'string' ? value : JSON.stringify(value),
  );
  const text = `select coalesce(jsonb_agg(to_jsonb(answer)), '[]')::text from public.${quoted(name)}(${named}) as answer`;
  const [result] = await requests.run(caller, [{ text, values }]);
  return JSON.parse(String(result?.rows[0]?.[0] ?? '[]')) as unknown[];
}
