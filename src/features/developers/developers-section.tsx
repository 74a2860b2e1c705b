import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { ApiGuideCard } from '@/features/developers/components/api-guide-card';
import { TokensCard } from '@/features/developers/components/tokens-card';
import { WebhooksCard } from '@/features/developers/components/webhooks-card';

/** For whoever connects other software: one's own tokens; managers and owners also have webhooks. */
export function DevelopersSection() {
  const privileged = useIsPrivileged();
  return (
    <>
      <TokensCard />
      {privileged && <WebhooksCard />}
      <ApiGuideCard />
    </>
  );
}
