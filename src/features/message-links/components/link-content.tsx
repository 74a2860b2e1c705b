import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import {
  type BulletinContent,
  type Content,
  type DocumentContent,
  type LinkAnswer,
  type Purpose,
  type Refusal,
  type TimesheetContent,
  useAnswerLink,
} from '@/features/message-links/api/message-link';
import { BulletinAnswer } from '@/features/message-links/components/bulletin-answer';
import { DocumentAnswer } from '@/features/message-links/components/document-answer';
import { TimesheetAnswer } from '@/features/message-links/components/timesheet-answer';
import { useTranslation } from '@/lib/use-translation';

export interface LinkContentProps {
  code: string;
  pass: string;
  purpose: Purpose;
  content: Content;
  onRefused: (reason: Refusal) => void;
}

/** What is to be signed, and after the answer a thank-you. */
export function LinkContent({ code, pass, purpose, content: first, onRefused }: LinkContentProps) {
  const { t } = useTranslation('message-link');
  const [content, setContent] = useState(first);
  const [hasChanged, setHasChanged] = useState(false);
  const [done, setDone] = useState<LinkAnswer['action'] | null>(null);
  const answer = useAnswerLink(code, pass);

  const send = async (given: LinkAnswer): Promise<void> => {
    const answered = await answer.mutateAsync(given);
    if (answered.result === 'done') setDone(given.action);
    else if (answered.result === 'changed') {
      setContent(answered.content);
      setHasChanged(true);
    } else onRefused(answered.result);
  };

  if (done) {
    return (
      <Notice tone="success" title={t(`done.${done}`)}>
        {t('done.text')}
      </Notice>
    );
  }
  const files = { code, pass };
  return (
    <>
      <p>{t('hello', { name: content.signer })}</p>
      {hasChanged && (
        <Notice tone="attention">{t(purpose === 'timesheet' ? 'changed' : 'changedOther')}</Notice>
      )}
      {purpose === 'timesheet' && (
        <TimesheetAnswer content={content as TimesheetContent} onAnswer={send} />
      )}
      {purpose === 'bulletin' && (
        <BulletinAnswer content={content as BulletinContent} files={files} onAnswer={send} />
      )}
      {purpose === 'document' && (
        <DocumentAnswer content={content as DocumentContent} files={files} onAnswer={send} />
      )}
    </>
  );
}
