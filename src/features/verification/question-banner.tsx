import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { openQuestionsQuery } from '@/features/verification/api/ask';
import { AnswerForm } from '@/features/verification/components/answer-form';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** Above the clock: what the office wants to know about one's own time. */
export default function QuestionBanner() {
  const { t } = useTranslation('verification');
  const { company, employee } = useViewer();
  const clockOf = useSiteClocks();
  useLiveTable({
    table: 'verification_questions',
    filter: employee ? `employee_id=eq.${employee.id}` : null,
    stale: [queryKeys.verification],
  });
  const { data: questions = [] } = useQuery({
    ...openQuestionsQuery(company?.id ?? '', employee?.id ?? ''),
    enabled: employee !== null,
  });
  return questions.map(({ id, question, author, verifications: item }) => (
    <Notice
      key={id}
      tone="attention"
      className="mb-4"
      title={t('ask.asks', {
        name: author,
        time: clockOf(item.project_id).dateTime(item.happened_at),
      })}
    >
      <p className="mb-2 whitespace-pre-line">{question}</p>
      <AnswerForm questionId={id} />
    </Notice>
  ));
}
