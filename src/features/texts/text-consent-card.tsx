import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { textStatusQuery } from '@/entities/texts/text-status';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { ConsentForm } from '@/features/texts/components/consent-form';
import { OwnConsent } from '@/features/texts/components/own-consent';
import { useTranslation } from '@/lib/use-translation';

/** For everyone: the number texts go to, and the consent to them. */
export function TextConsentCard() {
  const { t } = useTranslation('texts');
  const employee = useEmployee();
  const status = useQuery({
    ...textStatusQuery(employee?.company_id ?? '', employee?.id ?? ''),
    enabled: employee !== null,
  });
  // A company that sends no texts asks nobody to agree to them.
  if (!employee || (status.data && !(status.data.available && status.data.enabled))) return null;
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={status} skeleton={<ListSkeleton rows={2} />}>
        {(known) =>
          known.consent && !known.consent.ended_at ? (
            <OwnConsent status={known} consent={known.consent} />
          ) : (
            <ConsentForm status={known} />
          )
        }
      </Loaded>
    </SettingsCard>
  );
}
