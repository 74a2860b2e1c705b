import { deleteRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Review {
  id: string;
  readable: boolean;
  note?: string;
  number?: string;
  issuedOn?: string | null;
  expiresOn?: string | null;
}

const STALE = [queryKeys.certificates, queryKeys.verification];

/** Says whether a photo can be read; one of a missing certificate makes it, with what was read. */
export function useReviewProof() {
  const { t } = useTranslation('required-certificates');
  return useWrite({
    send: async ({ id, readable, note, number, issuedOn, expiresOn }: Review) =>
      unwrap(
        await supabase().rpc('review_certificate_proof', {
          id_param: id,
          readable_param: readable,
          ...(note ? { note_param: note } : {}),
          ...(number ? { number_param: number } : {}),
          ...(issuedOn ? { issued_on_param: issuedOn } : {}),
          ...(expiresOn ? { expires_on_param: expiresOn } : {}),
        }),
      ),
    done: (_, { readable }) => t(readable ? 'review.done' : 'review.sentBack'),
    stale: STALE,
    failureText: 'required-certificates:review.failed',
  });
}

export function useDeleteProof(companyId: string) {
  const { t } = useTranslation('required-certificates');
  return useWrite({
    send: (id: string) => deleteRow('certificate_proofs', companyId, id),
    done: t('review.deleted'),
    stale: STALE,
    failureText: 'required-certificates:review.deleteFailed',
  });
}
