import { startFileJob } from '@/components/shared/file-job';
import { packetFileName } from '@/entities/evidence/packet-format';
import type { PacketChoice } from '@/features/packets/api/packets';
import type { Stage } from '@/features/packets/files/packet-files';
import type { PaperTexts } from '@/features/packets/files/papers';
import { makeRecords } from '@/features/packets/make-records';
import { downloadFile } from '@/lib/files/download';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

/** Makes a packet while one goes on working. */
export function startPacket(choice: PacketChoice, texts: PaperTexts): void {
  const { t } = texts;
  const { name, kind, start, end } = choice;
  const stageText = (stage: Stage) =>
    t(`job.${stage.step}`, stage.step === 'files' ? { ...stage } : {});
  startFileJob({
    id: 'packet',
    texts: {
      busy: t('job.busy'),
      making: t('job.making', { name }),
      progress: t('job.progress', { name }),
      done: t('job.done', { name }),
      canceled: t('job.canceled'),
      failed: t('job.failed', { name }),
      again: t('job.again'),
      cancel: t('common:action.cancel'),
    },
    make: async ({ signal, onProgress }) => {
      const made = await makeRecords(choice, {
        texts,
        signal,
        onStage: (stage) => onProgress(stageText(stage), stage.share),
      });
      downloadFile(
        `${kind === 'record' ? 'my-record' : `${kind}-packet`}-${packetFileName(name)}-${start}-${end}.zip`,
        'application/zip',
        made.file,
      );
      const count = made.differences.length;
      return [
        ...(made.signed ? [] : [t('job.unsigned')]),
        ...(count > 0 ? [t('job.differs', { count })] : []),
      ];
    },
    onEnd: () => void queryClient.invalidateQueries({ queryKey: [queryKeys.packets] }),
  });
}
