import type { FormCategory, FormTemplate } from '@/entities/form/form-definition';
import { loadCode } from '@/lib/load-code';

/** Each category is a file of its own: who adds an equipment check fetches no toolbox talks. */
const LOADERS: Record<FormCategory, () => Promise<readonly FormTemplate[]>> = {
  toolbox_talk: async () => {
    const [one, two, three, four] = await Promise.all([
      loadCode(() => import('@/features/forms/templates/toolbox-talks-1')),
      loadCode(() => import('@/features/forms/templates/toolbox-talks-2')),
      loadCode(() => import('@/features/forms/templates/toolbox-talks-3')),
      loadCode(() => import('@/features/forms/templates/toolbox-talks-4')),
    ]);
    return [
      ...one.TOOLBOX_TALKS_1,
      ...two.TOOLBOX_TALKS_2,
      ...three.TOOLBOX_TALKS_3,
      ...four.TOOLBOX_TALKS_4,
    ];
  },
  hazard_analysis: async () =>
    (await loadCode(() => import('@/features/forms/templates/hazard-analysis'))).HAZARD_ANALYSES,
  equipment_check: async () =>
    (await loadCode(() => import('@/features/forms/templates/equipment-check'))).EQUIPMENT_CHECKS,
  near_miss: async () =>
    (await loadCode(() => import('@/features/forms/templates/near-miss'))).NEAR_MISSES,
  sign_in: async () =>
    (await loadCode(() => import('@/features/forms/templates/sign-in'))).SIGN_INS,
  other: async () => [],
};

/** The templates of a category; toolbox talks in the order of the weeks of a year. */
export const loadTemplates = (category: FormCategory): Promise<readonly FormTemplate[]> =>
  LOADERS[category]();
