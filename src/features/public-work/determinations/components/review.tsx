import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { DialogBody, DialogFooter } from '@/components/ui/dialog';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { ReadLine } from '@/entities/determination/reading';
import {
  refusedLines,
  useSaveDetermination,
} from '@/features/public-work/determinations/api/save-determination';
import { ClassList } from '@/features/public-work/determinations/components/class-list';
import { DeterminationFields } from '@/features/public-work/determinations/components/determination-fields';
import { DeterminationPicker } from '@/features/public-work/determinations/components/determination-picker';
import { SourcePane } from '@/features/public-work/determinations/components/source-pane';
import {
  type Draft,
  type Problem,
  problemsOf,
  toSend,
} from '@/features/public-work/determinations/draft';
import { errorText } from '@/lib/errors';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

interface ReviewProps {
  projectId: string;
  sourceText: string;
  lines: readonly ReadLine[];
  initial: () => Draft;
  onBack: () => void;
  onClose: () => void;
}

export function Review({ projectId, sourceText, lines, initial, onBack, onClose }: ReviewProps) {
  const { t } = useTranslation(['determinations', 'common']);
  const [draft, setDraft] = useState(initial);
  const [at, setAt] = useState(0);
  const [shownLines, setShownLines] = useState<readonly number[]>([]);
  const [tab, setTab] = useState('classes');
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<Problem[]>([]);
  const isWide = useMediaQuery('(min-width: 64rem)');
  const save = useSaveDetermination(projectId);
  useUnsavedWarning(!save.isSuccess);
  const problems = attempts > 0 ? [...problemsOf(draft), ...refused] : [];
  const unread = lines.filter(({ role }) => role === 'unread').length;
  const count = toSend(draft).places.reduce((sum, places) => sum + places.length, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt leads to what is wrong first.
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]');
    wrong?.scrollIntoView?.({ block: 'center' });
    wrong?.focus();
  }, [attempts, refused]);

  const change = (next: Draft): void => {
    setDraft(next);
    setRefused([]);
  };
  const showLines = (numbers: readonly number[]): void => {
    setShownLines([...numbers]);
    if (!isWide) setTab('text');
  };
  const submit = async (): Promise<void> => {
    setAttempts(attempts + 1);
    const [first] = problemsOf(draft);
    if (first) {
      setAt(first.determination);
      if (!isWide) setTab('classes');
      return;
    }
    try {
      await save.mutateAsync({ draft, sourceText });
      onClose();
    } catch (cause) {
      const wrong = refusedLines(cause, draft);
      setRefused(wrong);
      if (wrong[0]) setAt(wrong[0].determination);
    }
  };

  const classes = (
    <div ref={form} className="flex flex-col gap-4">
      <DeterminationPicker {...{ draft, at, problems }} onChange={change} onPick={setAt} />
      <DeterminationFields key={at} {...{ draft, at, problems }} onChange={change} />
      <ClassList
        key={`classes ${at}`}
        {...{ draft, at, problems }}
        onChange={change}
        onShowLines={showLines}
      />
    </div>
  );
  const source = <SourcePane lines={lines} shown={shownLines} />;
  return (
    <>
      {isWide ? (
        <DialogBody className="grid grid-cols-2 gap-6 overflow-hidden">
          <section aria-label={t('tab.text')} className="min-h-0 overflow-y-auto">
            {source}
          </section>
          <section aria-label={t('tab.classes')} className="min-h-0 overflow-y-auto pr-1">
            {classes}
          </section>
        </DialogBody>
      ) : (
        <DialogBody>
          <Tabs value={tab} onValueChange={setTab} className="flex flex-col gap-3">
            <TabsList>
              <TabsTrigger value="classes">{t('tab.classes')}</TabsTrigger>
              <TabsTrigger value="text">
                {unread > 0 ? t('tab.textUnread', { count: unread }) : t('tab.text')}
              </TabsTrigger>
            </TabsList>
            <TabsContent value="classes">{classes}</TabsContent>
            <TabsContent value="text">{source}</TabsContent>
          </Tabs>
        </DialogBody>
      )}
      <div className="flex flex-col gap-2 px-5 empty:hidden">
        {problems.length > 0 && (
          <Notice tone="danger" title={t('problems', { count: problems.length })}>
            {t('problemsText')}
          </Notice>
        )}
        {save.error && refused.length === 0 && problems.length === 0 && (
          <Notice tone="danger" title={t('notSaved')}>
            {errorText(save.error)}
          </Notice>
        )}
      </div>
      <DialogFooter>
        <Button onClick={onBack}>{t('common:action.back')}</Button>
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={count === 0}
          onClick={() => void submit()}
        >
          {save.isPending ? t('common:action.saving') : t('save', { count })}
        </Button>
      </DialogFooter>
    </>
  );
}
