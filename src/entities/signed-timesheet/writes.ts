import { toAppError, unwrap } from '@/lib/errors';
import { sha256 } from '@/lib/files/sha256';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

/** A device that was lost or given away signs nothing any more. */
export function useEndDeviceKey() {
  const { t } = useTranslation('signed-timesheet');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('end_device_key', { id_param: id })),
    done: t('devices.removed'),
    stale: [[queryKeys.payroll, 'device-keys']],
    failureText: 'signed-timesheet:error.remove',
  });
}

const BUCKET = 'signed-sheets';
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};
export const SHEET_TYPES = Object.keys(ENDINGS);

export interface PaperSheetInput {
  companyId: string;
  employeeId: string;
  range: DateRange;
  name: string;
  file: File;
  language: string;
}

/** The picture first, then the signature that names it: none without its picture. */
export function useAttachPaper() {
  const { t } = useTranslation('signed-timesheet');
  return useWrite({
    send: async ({ companyId, employeeId, range, name, file, language }: PaperSheetInput) => {
      const path = `${companyId}/${employeeId}/${uuidv7()}.${ENDINGS[file.type] ?? 'jpg'}`;
      const hash = await sha256(await file.arrayBuffer());
      const { error } = await (await bucket(BUCKET)).upload(path, file, { contentType: file.type });
      if (error) throw toAppError(error);
      return unwrap(
        await supabase().rpc('attach_paper_timesheet', {
          employee_id_param: employeeId,
          start_date_param: range.start,
          end_date_param: range.end,
          name_param: name,
          path_param: path,
          sha256_param: hash as string,
          language_param: language,
        }),
      );
    },
    done: t('paper.done'),
    stale: [queryKeys.payroll],
    quiet: true,
  });
}

/** An address of the picture for a few minutes. */
export async function paperAddress(path: string): Promise<string> {
  const { data, error } = await (await bucket(BUCKET)).createSignedUrl(path, 300);
  if (!data) throw toAppError(error);
  return data.signedUrl;
}
