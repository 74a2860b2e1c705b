import { ApiGuideCard } from '@/features/developers/components/api-guide-card';

/** For whoever connects other software: tokens, webhooks. Managers and owners see it. */
export function DevelopersSection() {
  return <ApiGuideCard />;
}
