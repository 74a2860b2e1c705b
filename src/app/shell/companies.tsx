import { late } from '@/components/shared/late';
import { MissingPart } from '@/components/shared/missing-part';
import { withTexts } from '@/lib/with-texts';

/** Only for people of several companies, or who are invited by a second one: nobody else loads any of it. */
const part = <Part,>(load: Promise<Part>) => withTexts(load, 'companies');

export const CompaniesMenu = late(() =>
  part(import('@/features/companies/companies-menu').then((module) => module.CompaniesMenu)),
);

/** Without it a link would lead into the wrong company without a word: a notice stands here until it is loaded. */
export const CompanyOfAddress = late(() =>
  part(import('@/features/companies/company-of-address').then((module) => module.CompanyOfAddress)),
);

export const InvitationNotice = late(
  () =>
    part(
      import('@/features/companies/invitation-notice').then((module) => module.InvitationNotice),
    ),
  { missing: () => null },
);

/** Over the screen, where the dialog would stand. */
export function MissingDialog() {
  return (
    <div className="fixed inset-x-3 bottom-3 z-50 mx-auto max-w-lg">
      <MissingPart />
    </div>
  );
}

export const OtherCompanyDialog = late(
  () =>
    part(
      import('@/features/companies/other-company-dialog').then(
        (module) => module.OtherCompanyDialog,
      ),
    ),
  { missing: MissingDialog },
);
