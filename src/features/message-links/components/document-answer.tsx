import { Button } from '@/components/ui/button';
import type { DocumentContent, LinkAnswer } from '@/features/message-links/api/message-link';
import { AnswerButton } from '@/features/message-links/components/answer-button';
import { type LinkFiles, useOpenFile } from '@/features/message-links/use-open-file';
import { useTranslation } from '@/lib/use-translation';

export interface DocumentAnswerProps {
  content: DocumentContent;
  files: LinkFiles;
  onAnswer: (answer: LinkAnswer) => Promise<void>;
}

/** The document has to be opened before it can be signed. */
export function DocumentAnswer({ content, files, onAnswer }: DocumentAnswerProps) {
  const { t, language } = useTranslation('message-link');
  const open = useOpenFile(files, 'documents');
  const { name, version, path, file_name } = content;
  return (
    <>
      <div className="grid gap-3 rounded-card border px-4 py-4">
        <h2 className="font-[660] text-lg">{name}</h2>
        <Button
          size="large"
          variant={open.isSuccess ? 'outline' : 'primary'}
          busy={open.isPending}
          onClick={() => open.mutate({ path, name: file_name })}
        >
          {t('openDocument')}
        </Button>
      </div>
      <p className="text-sm">
        {open.isSuccess ? t('documentStatement', { name, version }) : t('openFirst')}
      </p>
      <AnswerButton
        label={t('signDocument')}
        disabled={!open.isSuccess}
        onClick={() => onAnswer({ action: 'sign', language })}
      />
    </>
  );
}
