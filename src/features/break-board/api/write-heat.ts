import { saveRow } from '@/entities/edit/save-row';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { HeatRule } from '@/features/break-board/api/queries';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface TemperatureInput {
  projectId: string;
  day: IsoDate;
  temperature: number;
}

/** What a thermometer on the site says now. */
export function useRecordTemperature() {
  const { t } = useTranslation('break-board');
  return useWrite({
    send: ({ projectId, day, temperature }: TemperatureInput) =>
      saveAndCall('break_board', 'record_site_weather', {
        project_id_param: projectId,
        work_date_param: day,
        weather_param: {
          temperature_f: temperature,
          read_at: new Date(serverNow()).toISOString(),
        },
        id_param: uuidv7(),
      }),
    done: (saved) => (saved ? t('toast.temperature') : null),
    stale: [queryKeys.breaks],
    quiet: true,
  });
}

export type HeatFields = Omit<HeatRule, 'id'>;

export function useSaveHeatRule(companyId: string) {
  const { t } = useTranslation('break-board');
  return useWrite({
    send: ({ fields, opened }: { fields: HeatFields; opened: HeatRule | null }) =>
      saveRow({ table: 'heat_rules', companyId, fields, opened }),
    done: t('toast.heatRule'),
    stale: [queryKeys.breaks],
    quiet: true,
  });
}
