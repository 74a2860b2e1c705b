import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { late } from '@/components/shared/late';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useCrewToday } from '@/entities/crew/crew-today';
import { crewsQuery } from '@/entities/crew/crews-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { CrewClock } from '@/features/crew-clock/crew-clock';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const MissingCertificatesCard = late(() =>
  withTexts(
    import('@/entities/certificate/missing-certificates-card').then(
      (file) => file.MissingCertificatesCard,
    ),
    'required-certificates',
  ),
);

const EVERYONE = 'everyone';

/** For managers: which crew, or everyone. */
function CrewChoice({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const { t } = useTranslation('crew');
  const companyId = useViewer().company?.id ?? '';
  const { data: crews = [] } = useQuery({
    ...crewsQuery(companyId),
    enabled: companyId !== '',
  });
  if (crews.length === 0) return null;
  return (
    <Field label={t('crew')} className="mb-3 sm:max-w-80">
      <Select
        value={value ?? EVERYONE}
        onValueChange={onChange}
        options={[
          ...crews.map(({ id, name }) => ({ value: id, label: name })),
          { value: EVERYONE, label: t('everyone') },
        ]}
      />
    </Field>
  );
}

/** The names of the crews the viewer leads. */
function useOwnCrews(): string[] {
  const own = useCrewToday().data?.filter(({ leads }) => leads) ?? [];
  return [...new Set(own.flatMap(({ crew_names }) => crew_names))];
}

/** A foreman's crew today; managers choose one. */
export function CrewScreen({ above, below }: { above?: ReactNode; below?: ReactNode }) {
  const { t } = useTranslation('crew');
  const { company, employee, certificates } = useViewer();
  const mayChoose = useIsPrivileged();
  const format = useFormat();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const own = useOwnCrews();
  const crewId = mayChoose ? params.get('crew') : null;
  const chosen = crewId === EVERYONE ? null : crewId;
  return (
    <>
      <PageHeader
        title={t(mayChoose ? 'titleAll' : 'title')}
        description={[format.weekdayDate(today), ...own].join(' · ')}
        actions={
          <>
            <Button asChild>
              <Link to="/breaks">{t('breaks')}</Link>
            </Button>
            <Button asChild>
              <Link to="/crew-hours">{t('hours')}</Link>
            </Button>
          </>
        }
      />
      {above}
      {mayChoose && <CrewChoice value={chosen} onChange={(id) => change('crew', id)} />}
      {employee && <CrewClock key={chosen ?? ''} crewId={chosen} />}
      {employee && certificates && (
        <Suspense>
          <MissingCertificatesCard ofCrew />
        </Suspense>
      )}
      {below}
    </>
  );
}
