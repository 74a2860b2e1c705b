import { useTranslation } from 'react-i18next';
import type { Item } from '@/features/verification/api/queries';
import { useVerificationWrite } from '@/features/verification/api/use-verification-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

type Subject = Pick<Item, 'kind' | 'subject_id'>;

const subjectOf = ({ kind, subject_id }: Subject) => ({
  kind_param: kind,
  subject_id_param: subject_id,
});

export function useReopenItem() {
  const { t } = useTranslation('verification');
  return useVerificationWrite(
    async (item: Subject) => {
      unwrap(await supabase().rpc('reopen_verification', subjectOf(item)));
    },
    () => toast.success(t('toast.reopened')),
  );
}

/** One tap; the toast takes it back. */
export function useResolveItem() {
  const { t } = useTranslation(['verification', 'common']);
  const reopen = useReopenItem();
  return useVerificationWrite(
    async ({ item, note }: { item: Subject; note: string }) => {
      unwrap(
        await supabase().rpc('resolve_verification', { ...subjectOf(item), note_param: note }),
      );
    },
    (_result, { item }) =>
      toast.success(t('toast.resolved'), {
        action: { label: t('common:action.undo'), onClick: () => reopen.mutate(item) },
      }),
  );
}
