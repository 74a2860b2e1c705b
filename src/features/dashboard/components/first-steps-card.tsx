import { CircleCheck } from 'lucide-react';
import { CardLink } from '@/components/shared/card-link';
import { Card, CardHeader } from '@/components/ui/card';
import type { FirstSteps } from '@/features/dashboard/api/queries';
import { useTranslation } from '@/lib/use-translation';

const STEPS = [
  ['project', '/projects?dialog=new'],
  ['cost_codes', '/cost-codes'],
  ['people', '/employees'],
  ['time', '/time-tracker'],
] as const;

/** What a new company does first, instead of a page of zeros. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const { t } = useTranslation('dashboard');
  return (
    <Card className="mb-4">
      <CardHeader title={t('steps.title')} />
      <ol className="divide-y border-t">
        {STEPS.map(([step, to], index) => (
          <li key={step} className="flex items-center gap-3 px-5 py-3 text-sm">
            {steps[step] ? (
              <CircleCheck className="size-5 text-success-strong" aria-label={t('steps.done')} />
            ) : (
              <span className="grid size-5 place-items-center rounded-full border text-muted text-xs">
                {index + 1}
              </span>
            )}
            <span className="min-w-0 flex-1">
              <span className="block font-[550]">{t(`steps.${step}`)}</span>
              <span className="text-muted">{t(`steps.${step}Text`)}</span>
            </span>
            {!steps[step] && <CardLink to={to}>{t('steps.go')}</CardLink>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
