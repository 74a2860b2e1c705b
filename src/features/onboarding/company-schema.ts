import * as z from 'zod/mini';
import { PRESETS } from '@/entities/company/overtime-presets';
import { TRADES } from '@/entities/cost-code/starter-codes';
import { PRESET_NAMES } from '@/entities/viewer/module-presets';

/** Keys of `onboarding.json` serve as messages. */
export const companySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'required.name'), z.maxLength(200)),
  timeZone: z.string().check(z.minLength(1, 'required.timeZone')),
  overtime: z.enum(PRESETS),
  weekStart: z.enum(['0', '1', '2', '3', '4', '5', '6']),
  projectName: z.string().check(z.trim(), z.maxLength(200)),
  client: z.string().check(z.trim(), z.maxLength(200)),
  trades: z.array(z.enum(TRADES)),
  modules: z.enum(PRESET_NAMES),
});

export type CompanyDraft = z.infer<typeof companySchema>;
