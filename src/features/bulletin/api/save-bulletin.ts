import type { Audience } from '@/entities/audience/audience';
import type { Attachment } from '@/entities/bulletin/bulletins-query';
import { saveChanges } from '@/entities/edit/save-changes';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface BulletinInput {
  kind: 'post' | 'talk';
  title: string;
  body: string;
  title_es: string | null;
  body_es: string | null;
  audience: Audience;
  /** Null: now. */
  publish_at: string | null;
  expires_at: string | null;
  pinned: boolean;
  must_acknowledge: boolean;
  comments_allowed: boolean;
  attachments: Attachment[];
  files: File[];
}

export interface BulletinSave {
  fields: BulletinInput;
  /** As it was when the form was opened; null: a new one. */
  opened: ManagedBulletin | null;
  /** What the form would have saved untouched. */
  initial: BulletinInput;
}

async function upload(companyId: string, id: string, file: File): Promise<Attachment> {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file.name)?.[0].toLowerCase() ?? '';
  const path = `${companyId}/${id}/${uuidv7()}${ending}`;
  const { error } = await (await bucket('bulletins')).upload(path, file, {
    contentType: file.type,
  });
  if (error) {
    // Who is refused wants to know whether the company has no space left.
    const left = unwrap(await supabase().rpc('storage_left'));
    throw left < file.size ? new AppError('storage_full', { cause: error }) : toAppError(error);
  }
  return { path, name: file.name, type: file.type, size: file.size };
}

const rowOf = ({ files: _, publish_at, attachments, audience, ...fields }: BulletinInput) => ({
  ...fields,
  audience: { ...audience },
  attachments: attachments.map((file) => ({ ...file })),
  ...(publish_at ? { publish_at } : {}),
});

/** The files first: a bulletin never names one that is not there. */
export function useSaveBulletin(companyId: string) {
  const { t } = useTranslation('bulletin');
  return useWrite({
    send: async ({ opened, initial, fields: input }: BulletinSave) => {
      const target = opened?.id ?? uuidv7();
      const added = await Promise.all(input.files.map((file) => upload(companyId, target, file)));
      const row = rowOf({ ...input, attachments: [...input.attachments, ...added] });
      if (opened) {
        await saveChanges({
          table: 'bulletins',
          key: { company_id: companyId, id: target },
          after: row,
          before: { ...opened },
          // The form knows no seconds: a time that was not touched stays to the second.
          initial: rowOf(initial),
        });
      } else {
        unwrap(
          await supabase()
            .from('bulletins')
            .insert({ ...row, id: target, company_id: companyId }),
        );
      }
    },
    done: t('toast.saved'),
    stale: [queryKeys.bulletins],
    quiet: true,
  });
}
