import { ApiGuideCard } from '@/features/developers/components/api-guide-card';
import { TokensCard } from '@/features/developers/components/tokens-card';
import { WebhooksCard } from '@/features/developers/components/webhooks-card';

/** For whoever connects other software: tokens, webhooks. Managers and owners see it. */
export function DevelopersSection() {
  return (
    <>
      <TokensCard />
      <WebhooksCard />
      <ApiGuideCard />
    </>
  );
}
