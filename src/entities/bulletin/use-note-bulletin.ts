import { useQueryClient } from '@tanstack/react-query';
import { type Bulletin, myBulletinsQuery } from '@/entities/bulletin/bulletins-query';
import { saveAndCall, saySaved } from '@/entities/offline/save-and-send';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type BulletinAction = 'read' | 'acknowledge' | 'postpone';

/** Notes what the reader did with a bulletin; repeating is harmless, without a signal it waits. */
export function useNoteBulletin() {
  const { t, language } = useTranslation('bulletin');
  const client = useQueryClient();
  const employeeId = useEmployee()?.id ?? '';
  /** Until the server knows it: what was confirmed is not asked for again. */
  const showConfirmed = (id: string) =>
    client.setQueryData<Bulletin[]>(myBulletinsQuery(employeeId).queryKey, (bulletins) =>
      bulletins?.map((bulletin) =>
        bulletin.id === id
          ? { ...bulletin, acknowledged_at: new Date(serverNow()).toISOString() }
          : bulletin,
      ),
    );
  return useWrite({
    send: ({ id, action }: { id: string; action: BulletinAction }) =>
      saveAndCall('bulletin', `${action}_bulletin`, {
        bulletin_id_param: id,
        language_param: language,
      }),
    done: (arrived, { action }) =>
      action === 'acknowledge' && arrived ? t('reader.confirmed') : null,
    onSuccess: (arrived, { id, action }) => {
      if (arrived) return client.invalidateQueries({ queryKey: [queryKeys.bulletins] });
      if (action !== 'acknowledge') return;
      saySaved();
      showConfirmed(id);
    },
  });
}
