import { queryOptions } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface TextSettings {
  enabled: boolean;
  monthly_cap_cents: number;
  /** Hundredths of a cent. */
  segment_price_hundredths: number;
}

/** As the database sets them where none were saved. */
const DEFAULTS: TextSettings = {
  enabled: false,
  monthly_cap_cents: 2000,
  segment_price_hundredths: 110,
};

export const textSettingsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.texts, 'settings', companyId],
    queryFn: async ({ signal }): Promise<TextSettings> =>
      unwrap(
        await supabase()
          .from('text_settings')
          .select('enabled, monthly_cap_cents, segment_price_hundredths')
          .eq('company_id', companyId)
          .abortSignal(signal)
          .maybeSingle(),
      ) ?? DEFAULTS,
  });

export interface TextSpending {
  available: boolean;
  sender: string | null;
  month: string;
  texts: number;
  spent_cents: number;
  cap_reached: boolean;
  people: number;
  agreed: number;
}

export const textSpendingQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.texts, 'spending', companyId],
    queryFn: async ({ signal }): Promise<TextSpending> =>
      unwrap(await supabase().rpc('text_spending').abortSignal(signal)) as unknown as TextSpending,
  });

interface Edit {
  after: TextSettings;
  before: TextSettings;
}

export function useSaveTextSettings() {
  const { t } = useTranslation('texts');
  const companyId = useViewer().company?.id ?? '';
  return useWrite({
    send: async ({ after, before }: Edit) => {
      const key = { company_id: companyId };
      // A row to change, where none was ever saved.
      unwrap(await supabase().from('text_settings').upsert(key, { ignoreDuplicates: true }));
      const saved = await saveChanges({ table: 'text_settings', key, after, before });
      return { ...after, ...saved } as TextSettings;
    },
    done: t('toast.saved'),
    stale: [queryKeys.texts],
    quiet: true,
  });
}
