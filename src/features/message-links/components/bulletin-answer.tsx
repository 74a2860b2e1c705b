import { Button } from '@/components/ui/button';
import type { BulletinContent, LinkAnswer } from '@/features/message-links/api/message-link';
import { AnswerButton } from '@/features/message-links/components/answer-button';
import { type LinkFiles, useOpenFile } from '@/features/message-links/use-open-file';
import { useTranslation } from '@/lib/use-translation';

export interface BulletinAnswerProps {
  content: BulletinContent;
  files: LinkFiles;
  onAnswer: (answer: LinkAnswer) => Promise<void>;
}

/** The bulletin in the reader's language, with its files, and the tap that it was read. */
export function BulletinAnswer({ content, files, onAnswer }: BulletinAnswerProps) {
  const { t, language } = useTranslation('message-link');
  const open = useOpenFile(files, 'bulletins');
  const isSpanish = language === 'es' && content.title_es !== null;
  return (
    <>
      <article className="grid gap-3 rounded-card border px-4 py-4">
        <h2 className="font-[660] text-lg">{isSpanish ? content.title_es : content.title}</h2>
        <p className="whitespace-pre-wrap">
          {(isSpanish ? content.body_es : null) ?? content.body}
        </p>
        {content.attachments.map(({ path, name }) => (
          <Button
            key={path}
            busy={open.isPending && open.variables?.path === path}
            onClick={() => open.mutate({ path, name })}
          >
            {t('openFile', { name })}
          </Button>
        ))}
      </article>
      <AnswerButton
        label={t('acknowledge')}
        onClick={() => onAnswer({ action: 'acknowledge', language })}
      />
    </>
  );
}
