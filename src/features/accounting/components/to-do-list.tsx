import { Link } from 'react-router';
import { FirstFew } from '@/components/shared/first-few';
import { Button } from '@/components/ui/button';
import type { Overview } from '@/features/accounting/api/overview';
import { placeOf, solvedAt, thingsToDo } from '@/features/accounting/problem-places';
import { useProblemText } from '@/features/accounting/use-problem-text';
import { useTranslation } from '@/lib/use-translation';

const FIRST = 5;

export interface ToDoListProps {
  connectionId: string;
  overview: Overview;
}

/** What keeps days from being sent, each thing once, with the way to where it is solved. */
export function ToDoList({ connectionId, overview }: ToDoListProps) {
  const { t } = useTranslation('accounting');
  const textOf = useProblemText();
  const things = thingsToDo(overview.days.filter(({ state }) => state === 'problem'));
  if (things.length === 0) return null;
  return (
    <section className="border-b bg-attention-soft px-5 py-4" aria-label={t('toDo')}>
      <h3 className="mb-2 font-[620] text-sm">{t('toDo')}</h3>
      <FirstFew
        items={things}
        count={FIRST}
        allLabel={t('allThings', { count: things.length })}
        fewerLabel={t('fewerThings')}
      >
        {({ key, problem, first, days }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm">
            <span className="mr-auto min-w-0 break-words">
              {textOf(problem, first.name)}{' '}
              <span className="text-muted">{t('daysWait', { count: days })}</span>
            </span>
            <Button size="small" asChild>
              <Link to={solvedAt(problem, connectionId, first)}>
                {t(`solve.${placeOf(problem.code)}`)}
                <span className="sr-only">{textOf(problem, first.name)}</span>
              </Link>
            </Button>
          </li>
        )}
      </FirstFew>
    </section>
  );
}
