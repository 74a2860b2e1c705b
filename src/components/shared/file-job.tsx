import { Progress } from '@/components/ui/progress';
import { errorText, toAppError } from '@/lib/errors';
import { toast } from '@/lib/toast';

const DONE_MILLISECONDS = 15_000;
const CANCELED_MILLISECONDS = 4000;

export interface FileJobTexts {
  /** The one before is not ready yet. */
  busy: string;
  making: string;
  progress: string;
  done: string;
  canceled: string;
  failed: string;
  again: string;
  cancel: string;
}

export interface FileJobRun {
  signal: AbortSignal;
  /** What is being done, and which part of it all is done. */
  onProgress: (text: string, share: number) => void;
}

export interface FileJob {
  /** One of each is made at a time. */
  id: string;
  texts: FileJobTexts;
  /** Makes the file and saves it; resolves with what has to be said about it. */
  make: (run: FileJobRun) => Promise<readonly string[]>;
  onEnd?: () => void;
}

/** Those that are being made. They belong to the page, not to a screen: navigation leaves them alone. */
const running = new Set<string>();

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Makes a file while one goes on working, with its progress in a corner. */
export function startFileJob(job: FileJob): void {
  if (running.has(job.id)) {
    toast.warning(job.texts.busy);
    return;
  }
  running.add(job.id);
  // Leaving the page asks.
  window.addEventListener('beforeunload', warn);
  void run(job, new AbortController()).finally(() => {
    running.delete(job.id);
    if (running.size === 0) window.removeEventListener('beforeunload', warn);
    job.onEnd?.();
  });
}

async function run(job: FileJob, abort: AbortController): Promise<void> {
  const { id, texts } = job;
  try {
    const notes = await job.make({
      signal: abort.signal,
      onProgress: (text, share) => showProgress(job, abort, text, share),
    });
    const options = {
      id,
      description: notes.join(' '),
      duration: DONE_MILLISECONDS,
      action: undefined,
    };
    if (notes.length > 0) toast.warning(texts.done, options);
    else toast.success(texts.done, options);
  } catch (cause) {
    if (abort.signal.aborted) {
      const options = { id, description: '', duration: CANCELED_MILLISECONDS, action: undefined };
      toast.info(texts.canceled, options);
      return;
    }
    toast.error(texts.failed, {
      id,
      description: errorText(toAppError(cause)),
      duration: Number.POSITIVE_INFINITY,
      action: { label: texts.again, onClick: () => startFileJob(job) },
    });
  }
}

function showProgress(
  { id, texts }: FileJob,
  abort: AbortController,
  text: string,
  share: number,
): void {
  toast.info(texts.making, {
    id,
    duration: Number.POSITIVE_INFINITY,
    dismissible: false,
    description: (
      <span className="grid gap-1.5">
        <span className="tabular">{text}</span>
        <Progress value={100 * share} label={texts.progress} />
      </span>
    ),
    action: { label: texts.cancel, onClick: () => abort.abort() },
  });
}
