import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchFile } from '@/features/documents/api/file';
import { followPins, pin, readPins, unpin } from '@/features/documents/api/pins';
import type { Document } from '@/features/documents/api/queries';
import { errorText, toAppError } from '@/lib/errors';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const KEY = [queryKeys.pinnedDocuments];

/** Documents kept on this device, for where there is no signal. */
export function usePins(documents: readonly Document[] | undefined) {
  const { t } = useTranslation('documents');
  const client = useQueryClient();
  const { data: kept = [] } = useQuery({ queryKey: KEY, queryFn: readPins });
  useEffect(() => {
    if (!documents) return;
    followPins(documents, fetchFile)
      .then((changed) => (changed ? client.invalidateQueries({ queryKey: KEY }) : undefined))
      .catch(() => undefined);
  }, [documents, client]);
  const set = async (document: Document, on: boolean) => {
    try {
      if (on) {
        await pin(document, fetchFile);
        // What draws it must be on the device as well; the browser keeps what was loaded once.
        await loadCode(() => import('@/features/documents/pdf'));
      } else await unpin(document.id);
      await client.invalidateQueries({ queryKey: KEY });
      toast.success(t(on ? 'toast.pinned' : 'toast.unpinned'));
    } catch (cause) {
      toast.error(t('pin.failed'), { description: errorText(toAppError(cause)) });
    }
  };
  return { kept, ids: new Set(kept.map(({ id }) => id)), set };
}
