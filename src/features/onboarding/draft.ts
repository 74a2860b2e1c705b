import { type CompanyDraft, companySchema } from '@/features/onboarding/company-schema';

/** What was typed so far is kept on this device, so that the start can be left and resumed. */
const keyOf = (userId: string): string => `chalkline.onboarding.${userId}`;

export function emptyDraft(): CompanyDraft {
  return {
    name: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    overtime: 'FLSA',
    weekStart: '0',
    projectName: '',
    client: '',
    trades: [],
    modules: 'everything',
  };
}

export function loadDraft(userId: string): CompanyDraft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    const merged = { ...emptyDraft(), ...(stored as Partial<CompanyDraft> | null) };
    // An unfinished name is no reason to drop the rest.
    return companySchema.safeParse({ ...merged, name: 'x' }).success ? merged : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

export function saveDraft(userId: string, draft: Partial<CompanyDraft>): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(draft));
}

export function dropDraft(userId: string): void {
  localStorage.removeItem(keyOf(userId));
}
