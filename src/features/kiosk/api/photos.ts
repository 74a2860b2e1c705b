import { kiosk, kioskFiles } from '@/features/kiosk/api/kiosk-client';
import { saveExtra } from '@/features/kiosk/api/kiosk-queue';
import type { Credentials, PunchKind, PunchName } from '@/features/kiosk/api/punch';
import { unwrap } from '@/lib/errors';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface PunchPhoto extends Credentials {
  punch: PunchName;
  kind: PunchKind;
  picture: Blob;
}

/** Beside the punch, which is made already: what fails here is a missing picture and nothing else. */
export async function sendPhoto({ employeeId, pin, punch, kind, picture }: PunchPhoto) {
  if ('eventId' in punch) return saveExtra({ employeeId, pin, ...punch, kind: 'photo', picture });
  const [row] = unwrap(
    await (await kiosk()).rpc('add_kiosk_photo', {
      employee_id_param: employeeId,
      pin_param: pin,
      entry_id_param: punch.entryId,
      moment_param: kind,
      id_param: uuidv7(),
    }),
  );
  if (!row?.path) return;
  await (await kioskFiles()).upload(row.path, picture, { contentType: 'image/jpeg' });
}

export interface PhotoAnswer extends Credentials {
  agreed: boolean;
  language: string;
}

export function useAnswerPhotos() {
  return useWrite({
    send: async ({ employeeId, pin, agreed, language }: PhotoAnswer) =>
      unwrap(
        await (await kiosk()).rpc('answer_kiosk_photos', {
          employee_id_param: employeeId,
          pin_param: pin,
          agreed_param: agreed,
          language_param: language,
        }),
      ),
    quiet: true,
  });
}
