import { ApiGuideCard } from '@/features/developers/components/api-guide-card';
import { TokensCard } from '@/features/developers/components/tokens-card';

/** For whoever connects other software: tokens, webhooks. Managers and owners see it. */
export function DevelopersSection() {
  return (
    <>
      <TokensCard />
      <ApiGuideCard />
    </>
  );
}
