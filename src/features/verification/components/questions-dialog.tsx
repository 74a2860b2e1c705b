import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import {
  type ClockQuestion,
  useClockQuestions,
} from '@/entities/clock-question/clock-questions-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useDeleteQuestion } from '@/features/verification/api/save-question';
import { QuestionForm } from '@/features/verification/components/question-form';
import { useTranslation } from '@/lib/use-translation';

/** Owners set them; managers see what is asked. */
export default function QuestionsDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation(['verification', 'common']);
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const owns = employee?.role === 'owner';
  const questions = useClockQuestions();
  const remove = useDeleteQuestion(companyId);
  const [edited, setEdited] = useState<ClockQuestion | 'new' | null>(null);
  const rows = questions.data ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('questions.title')} description={t('questions.text')} width="large">
        <DialogBody className="grid content-start gap-3">
          <Loaded query={questions} skeleton={<ListSkeleton />}>
            {rows.length === 0 && edited === null && (
              <EmptyState title={t('questions.empty')} text={t('questions.emptyText')} />
            )}
            <ul className="divide-y rounded-card border empty:hidden">
              {rows.map((question) => (
                <li key={question.id} className="flex items-center gap-3 px-4 py-3 text-sm">
                  <div className="min-w-0 flex-1">
                    <p className="font-[550]">
                      {language === 'es' ? question.text_es : question.text_en}
                    </p>
                    <p className="text-muted" lang={language === 'es' ? 'en' : 'es'}>
                      {language === 'es' ? question.text_en : question.text_es}
                    </p>
                  </div>
                  <Badge>{t(`moment.${question.moment}`)}</Badge>
                  {question.alarm_answer && (
                    <Badge tone="attention">{t(`alarm.${question.alarm_answer}`)}</Badge>
                  )}
                  {owns && (
                    <span className="flex">
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={t('questions.edit', { question: question.text_en })}
                        onClick={() => setEdited(question)}
                      >
                        <Pencil aria-hidden="true" />
                      </Button>
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={t('questions.delete', { question: question.text_en })}
                        onClick={() => remove.mutate(question.id)}
                      >
                        <Trash2 aria-hidden="true" />
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Loaded>
          {edited && (
            <QuestionForm
              key={edited === 'new' ? 'new' : edited.id}
              companyId={companyId}
              question={edited === 'new' ? null : edited}
              position={rows.length}
              onDone={() => setEdited(null)}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {owns && !edited && (
            <Button variant="primary" onClick={() => setEdited('new')}>
              {t('questions.add')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
