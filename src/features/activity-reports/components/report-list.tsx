import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { savedReportsQuery } from '@/features/activity-reports/api/queries';
import { type Definition, readSaved, writeAddress } from '@/features/activity-reports/definition';
import { complete, type Family, READY_MADE } from '@/features/activity-reports/ready-made';
import type { Report } from '@/features/activity-reports/use-report';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const FAMILIES = Object.keys(READY_MADE) as Family[];
/** Views of the screen about the system itself. */
const SYSTEM = ['changes', 'signIns', 'exports', 'looks'] as const;
const choiceClasses =
  'block min-h-9 w-full rounded-small max-lg:truncate px-2.5 py-1.5 text-left text-sm hover:bg-border/60 pointer-coarse:min-h-11';
const NEED_MANAGER = ['cost', 'quantity', 'people'];

/** Saved reports and the ready-made ones; on a phone a strip to swipe. */
export function ReportList({ report }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const privileged = useIsPrivileged();
  const { company, public_work: hasClasses = false } = useViewer();
  const companyId = company?.id ?? '';
  const saved = useQuery(savedReportsQuery(companyId)).data ?? [];
  const current = writeAddress(report.definition).toString();
  const offered = (definition: Definition) =>
    (privileged || (definition.by !== 'employee' && !NEED_MANAGER.includes(definition.measure))) &&
    (hasClasses || definition.second !== 'classification');
  return (
    <nav
      aria-label={t('list')}
      className="flex flex-col gap-4 max-lg:flex-row max-lg:overflow-x-auto"
    >
      {saved.length > 0 && (
        <Section title={t('saved')}>
          {saved.map(({ id, name, definition }) => (
            <Choice
              key={id}
              name={name}
              chosen={report.savedId === id}
              onChoose={() => report.open(readSaved(definition), id)}
            />
          ))}
        </Section>
      )}
      {FAMILIES.map((family) => (
        <Section key={family} title={t(`family.${family}`)}>
          {READY_MADE[family]
            .map(([name, part]) => ({ name, definition: complete(part) }))
            .filter(({ definition }) => offered(definition))
            .map(({ name, definition }) => (
              <Choice
                key={name}
                name={t(`ready.${name}`)}
                chosen={!report.savedId && writeAddress(definition).toString() === current}
                onChoose={() => report.open(definition, null)}
              />
            ))}
        </Section>
      ))}
      {privileged && (
        <Section title={t('family.system')}>
          {SYSTEM.map((view) => (
            <li key={view} className="max-lg:shrink-0">
              <Link to={`/activity-reports/system?show=${view}`} className={choiceClasses}>
                {t(`system.${view}`)}
              </Link>
            </li>
          ))}
        </Section>
      )}
    </nav>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-lg:shrink-0">
      <h2 className="px-2.5 pb-1 text-muted text-sm">{title}</h2>
      <ul className="max-lg:flex max-lg:gap-1">{children}</ul>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ name, chosen, onChoose }: ChoiceProps) {
  return (
    <li className="max-lg:shrink-0">
      <button
        type="button"
        aria-current={chosen ? 'true' : undefined}
        onClick={onChoose}
        className={cn(choiceClasses, chosen && 'bg-primary-soft font-[620] text-primary')}
      >
        {name}
      </button>
    </li>
  );
}
