import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { PageHeader } from '@/components/shared/page-header';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import { listingsQuery } from '@/features/onboarding/api/ask-to-join';
import { pastEmploymentsQuery } from '@/features/onboarding/api/past-work';
import { CompanyForm } from '@/features/onboarding/components/company-form';
import { InvitationCard } from '@/features/onboarding/components/invitation-card';
import { ListingCard } from '@/features/onboarding/components/listing-card';
import { type PastEmployment, PastWorkCard } from '@/features/onboarding/components/past-work-card';
import { useTranslation } from '@/lib/use-translation';

interface OnboardingScreenProps {
  /** The file with everything of somebody who left. */
  recordOf?: (past: PastEmployment) => ReactNode;
}

/** First minutes of a new user: join the company that invited them, or found one. */
export default function OnboardingScreen({ recordOf }: OnboardingScreenProps) {
  const { t } = useTranslation('onboarding');
  const { invitations } = useViewer();
  const invited = invitations.length > 0;
  const userId = useSession().user?.id ?? '';
  const { data: left = [] } = useQuery(pastEmploymentsQuery(userId));
  const { data: listings = [] } = useQuery(listingsQuery(userId));
  return (
    <div className="mx-auto max-w-[560px]">
      <PageHeader
        title={t('title')}
        description={t(invited ? 'invited.lead' : left.length > 0 ? 'past.lead' : 'lead')}
      />
      <div className="grid gap-4">
        {left.map((past) => (
          <div key={past.employee_id} className="grid gap-4">
            <PastWorkCard past={past} />
            <Suspense>{recordOf?.(past)}</Suspense>
          </div>
        ))}
        {invitations.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} />
        ))}
        {listings.map((listing) => (
          <ListingCard key={listing.employee_id} listing={listing} />
        ))}
        {(invited || listings.length > 0) && (
          <p className="text-center text-muted text-sm">{t('invited.or')}</p>
        )}
        <CompanyForm />
      </div>
    </div>
  );
}
