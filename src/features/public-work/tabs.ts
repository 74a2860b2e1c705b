import type { FunctionComponent } from 'react';
import { late } from '@/components/shared/late';
import { withTexts } from '@/lib/with-texts';

/** In the order of the screen. The key is the address (`?tab=`) and the title (`public-work:tab.*`). */
export const TABS = {
  projects: late(() =>
    withTexts(
      import('@/features/public-work/contract/overview').then((file) => file.ContractsOverview),
      'public-contract',
    ),
  ),
  certified: late(() =>
    withTexts(
      import('@/features/public-work/report/report-tab').then((file) => file.ReportTab),
      'certified-payroll',
    ),
  ),
  fringe: late(() =>
    withTexts(
      import('@/features/public-work/fringe/fringe-tab').then((file) => file.FringeTab),
      'fringe',
    ),
  ),
  apprentices: late(() =>
    withTexts(
      import('@/features/public-work/apprentices/apprentices-tab').then(
        (file) => file.ApprenticesTab,
      ),
      'apprentices',
    ),
  ),
  facts: late(() =>
    withTexts(
      import('@/features/public-work/facts/facts-tab').then((file) => file.FactsTab),
      'payroll-facts',
      'imports',
      'import-faults',
    ),
  ),
  owed: late(() =>
    withTexts(
      import('@/features/public-work/owed/owed-tab').then((file) => file.OwedTab),
      'owed-wages',
    ),
  ),
  files: late(() =>
    withTexts(
      import('@/features/public-work/agency-files/files-tab').then((file) => file.FilesTab),
      'agency-files',
      'file-template',
    ),
  ),
  handoff: late(() =>
    withTexts(
      import('@/features/public-work/handoff/handoff-tab').then((file) => file.HandoffTab),
      'handoff',
      'portal-links',
    ),
  ),
} satisfies Record<string, FunctionComponent>;

export type PublicWorkTab = keyof typeof TABS;
