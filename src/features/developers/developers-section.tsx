import { ApiGuideCard } from '@/features/developers/components/api-guide-card';
import { WebhooksCard } from '@/features/developers/components/webhooks-card';

/** For whoever connects other software: tokens, webhooks. Managers and owners see it. */
export function DevelopersSection() {
  return (
    <>
      <WebhooksCard />
      <ApiGuideCard />
    </>
  );
}
