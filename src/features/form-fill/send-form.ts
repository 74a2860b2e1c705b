import { type FormAnswers, photoKey, type Values } from '@/entities/form/form-answers';
import type { FormDefinition } from '@/entities/form/form-definition';
import { saveAndCall, saveAttachments } from '@/entities/offline/save-and-send';
import { newPhotos } from '@/entities/photo/add-photos';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Draft, forgetDraft, readDraftPhoto } from '@/features/form-fill/draft';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Photos that answers name, of whomever. */
function photoIds({ sections }: FormDefinition, { values, people }: FormAnswers): string[] {
  const keys = sections.flatMap(({ questions }) =>
    questions.flatMap(({ id, kind }) => (kind === 'photo' ? [id, photoKey(id)] : [photoKey(id)])),
  );
  const all: Values[] = [
    values,
    ...Object.values(people).flatMap((list) => list.map((p) => p.values)),
  ];
  return all.flatMap((one) => keys.flatMap((key) => (one[key] as string[] | undefined) ?? []));
}

/**
 * On this phone first, then sent, with its photos beside it. The draft goes when the queue has both:
 * whenever the phone stops in between, sending again makes the same form with the same photos.
 */
export function useSendForm(key: string) {
  const { t, language } = useTranslation('form-fill');
  const companyId = useViewer().company?.id ?? '';
  return useWrite({
    send: async ({
      id,
      due,
      projectId,
      equipmentId,
      answers,
      corrects,
    }: Draft): Promise<boolean> => {
      const project = projectId ?? '';
      const stored = await Promise.all(
        photoIds(due.definition, answers).map((photo) => readDraftPhoto(key, photo)),
      );
      const photos = stored.filter((photo): photo is ReadPhoto => photo !== undefined);
      const sent = await saveAndCall('form', 'submit_form', {
        id_param: id,
        submission_param: {
          form_version_id: due.version_id,
          assignment_id: due.assignment_id || null,
          project_id: project,
          crew_id: due.crew_id,
          equipment_id: equipmentId,
          corrects_id: corrects?.id ?? null,
          language,
          filled_at: new Date(serverNow()).toISOString(),
          answers,
        },
      });
      const facts = { companyId, projectId: project, equipmentId };
      if (photos.length > 0)
        await saveAttachments(await newPhotos(photos, { ...facts, caption: due.name }));
      await forgetDraft(key);
      return sent !== null;
    },
    done: (isSent) => (isSent ? t('sentText') : null),
    stale: [queryKeys.forms, queryKeys.verification],
    refreshesInBackground: true,
    quiet: true,
  });
}
