import { Progress } from '@/components/ui/progress';
import { packetFileName } from '@/entities/evidence/packet-format';
import type { PacketChoice } from '@/features/packets/api/packets';
import type { Stage } from '@/features/packets/files/packet-files';
import type { PaperTexts } from '@/features/packets/files/papers';
import { makeRecords } from '@/features/packets/make-records';
import { errorText, toAppError } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

const TOAST = 'packet';
const DONE_MILLISECONDS = 15_000;

/** The one that is being made. It belongs to the page, not to a screen: navigation leaves it alone. */
let running: AbortController | null = null;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Makes a packet while one goes on working, with its progress in a corner. */
export function startPacket(choice: PacketChoice, texts: PaperTexts): void {
  const { t } = texts;
  if (running) {
    toast.warning(t('job.busy'));
    return;
  }
  const job = new AbortController();
  running = job;
  // Leaving the page asks.
  window.addEventListener('beforeunload', warn);
  void run(choice, texts, job).finally(() => {
    running = null;
    window.removeEventListener('beforeunload', warn);
    void queryClient.invalidateQueries({ queryKey: [queryKeys.packets] });
  });
}

async function run(choice: PacketChoice, texts: PaperTexts, job: AbortController): Promise<void> {
  const { t } = texts;
  const { name, kind, start, end } = choice;
  try {
    const made = await makeRecords(choice, {
      texts,
      signal: job.signal,
      onStage: (stage) => showStage(stage, choice, texts, job),
    });
    downloadFile(
      `${kind === 'record' ? 'my-record' : `${kind}-packet`}-${packetFileName(name)}-${start}-${end}.zip`,
      'application/zip',
      made.file,
    );
    const count = made.differences.length;
    const notes = [
      ...(made.signed ? [] : [t('job.unsigned')]),
      ...(count > 0 ? [t('job.differs', { count })] : []),
    ];
    const options = { id: TOAST, description: notes.join(' '), duration: DONE_MILLISECONDS };
    const closed = { ...options, action: undefined };
    if (notes.length > 0) toast.warning(t('job.done', { name }), closed);
    else toast.success(t('job.done', { name }), closed);
  } catch (cause) {
    if (job.signal.aborted) {
      toast.info(t('job.canceled'), {
        id: TOAST,
        description: '',
        duration: 4000,
        action: undefined,
      });
      return;
    }
    toast.error(t('job.failed', { name }), {
      id: TOAST,
      description: errorText(toAppError(cause)),
      duration: Number.POSITIVE_INFINITY,
      action: { label: t('job.again'), onClick: () => startPacket(choice, texts) },
    });
  }
}

function showStage(
  stage: Stage,
  { name }: PacketChoice,
  { t }: PaperTexts,
  job: AbortController,
): void {
  const text = t(`job.${stage.step}`, stage.step === 'files' ? { ...stage } : {});
  toast.info(t('job.making', { name }), {
    id: TOAST,
    duration: Number.POSITIVE_INFINITY,
    dismissible: false,
    description: (
      <span className="grid gap-1.5">
        <span className="tabular">{text}</span>
        <Progress value={100 * stage.share} label={t('job.progress', { name })} />
      </span>
    ),
    action: { label: t('common:action.cancel'), onClick: () => job.abort() },
  });
}
