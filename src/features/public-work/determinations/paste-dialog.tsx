import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { readDetermination } from '@/entities/determination/read-determination';
import type { Reading } from '@/entities/determination/reading';
import { storedClassesQuery } from '@/features/public-work/determinations/api/stored-classes';
import { PasteStep } from '@/features/public-work/determinations/components/paste-step';
import { Review } from '@/features/public-work/determinations/components/review';
import { makeDraft } from '@/features/public-work/determinations/draft';
import { useTranslation } from '@/lib/use-translation';

export interface PasteDeterminationProps {
  projectId: string;
  onClose: () => void;
}

/** Paste a determination, see what was read line by line, choose what the project uses, save it. */
export function PasteDetermination({ projectId, onClose }: PasteDeterminationProps) {
  const { t } = useTranslation('determinations');
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading | null>(null);
  const stored = useQuery(storedClassesQuery(projectId));
  const isRead = reading?.ok === true;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('title')}
        description={t(isRead ? 'reviewHint' : 'pasteHint')}
        width="large"
        className={isRead ? 'sm:max-w-[84rem] lg:h-[86dvh]' : ''}
      >
        {isRead ? (
          <Loaded
            query={stored}
            skeleton={
              <DialogBody>
                <ListSkeleton />
              </DialogBody>
            }
          >
            {(byNumber) => (
              <Review
                projectId={projectId}
                sourceText={text}
                lines={reading.lines}
                initial={() =>
                  makeDraft(reading.determinations, (number) => byNumber.get(number) ?? [])
                }
                onBack={() => setReading(null)}
                onClose={onClose}
              />
            )}
          </Loaded>
        ) : (
          <PasteStep
            text={text}
            error={reading && !reading.ok ? reading.error : null}
            onText={(next) => {
              setText(next);
              setReading(null);
            }}
            onRead={() => setReading(readDetermination(text))}
            onClose={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
