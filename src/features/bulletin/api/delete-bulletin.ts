import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import { deleteRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** With its files; they go first, while the bulletin still says whose they are. */
export function useDeleteBulletin(companyId: string) {
  const { t } = useTranslation('bulletin');
  return useWrite({
    send: async ({ id, attachments }: BulletinText) => {
      if (attachments.length > 0) {
        const paths = attachments.map(({ path }) => path);
        unwrap(await (await bucket('bulletins')).remove(paths));
      }
      await deleteRow('bulletins', companyId, id);
    },
    done: t('toast.deleted'),
    stale: [queryKeys.bulletins],
  });
}
