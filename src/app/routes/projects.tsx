import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { ProjectHub } from '@/features/projects/project-hub';
import { ProjectsScreen } from '@/features/projects/projects-screen';
import { withTexts } from '@/lib/with-texts';

const PARTS = {
  budgetSummary: late(() =>
    withTexts(
      import('@/features/budgets/components/budget-summary').then((file) => file.BudgetSummary),
      'budgets',
    ),
  ),
  extraWork: late(() =>
    withTexts(
      import('@/features/tickets/office/money-card').then((file) => file.MoneyCard),
      'billing',
    ),
  ),
  latestPhotos: late(() =>
    withTexts(
      import('@/features/photos/components/latest-photos').then((file) => file.LatestPhotos),
      'photos',
    ),
  ),
  time: late(() =>
    withTexts(
      import('@/features/time-tracker/time-tracker-screen').then((file) => file.TimeTrackerScreen),
      'time-tracker',
    ),
  ),
  budget: late(() =>
    withTexts(
      import('@/features/budgets/components/project-budget').then((file) => file.ProjectBudget),
      'budgets',
    ),
  ),
  schedule: late(() =>
    withTexts(
      import('@/features/scheduling/scheduling-screen').then((file) => file.SchedulingScreen),
      'scheduling',
      'my-shifts',
    ),
  ),
  photos: late(() =>
    withTexts(
      import('@/features/photos/photos-screen').then((file) => file.PhotosScreen),
      'photos',
    ),
  ),
  reports: late(() =>
    withTexts(
      import('@/features/field-reports/field-reports-screen').then(
        (file) => file.FieldReportsScreen,
      ),
      'field-reports',
    ),
  ),
  documents: late(() =>
    withTexts(
      import('@/features/documents/documents-screen').then((file) => file.DocumentsScreen),
      'documents',
      'bulletin',
    ),
  ),
  map: late(() =>
    withTexts(
      import('@/features/map/map-screen').then((file) => file.MapScreen),
      'map',
    ),
  ),
  packets: late(() =>
    withTexts(
      import('@/features/packets/packet-card').then((file) => file.PacketCard),
      'packets',
    ),
  ),
  links: late(() =>
    withTexts(
      import('@/entities/portal-link/project-links').then((file) => file.ProjectLinks),
      'portal-links',
    ),
  ),
  publicWork: late(() =>
    withTexts(
      import('@/features/public-work/contract/project-contract').then(
        (file) => file.ProjectContract,
      ),
      'public-contract',
    ),
  ),
};

/** All projects, or the page of the one in the address. */
export function Component() {
  const projectId = useSearchParams()[0].get('project');
  return projectId ? (
    <ProjectHub key={projectId} projectId={projectId} parts={PARTS} />
  ) : (
    <ProjectsScreen />
  );
}
