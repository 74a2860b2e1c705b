import { late } from '@/components/shared/late';
import { loadNamespaces } from '@/lib/i18n';

/** Few people ever see it. */
export const LateWhomToCall = late(async () => {
  const [module] = await Promise.all([
    import('@/entities/clock-rule/whom-to-call'),
    loadNamespaces(['clock-stops']),
  ]);
  return module;
});
