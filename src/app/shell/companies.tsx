import { late } from '@/components/shared/late';
import { withTexts } from '@/lib/with-texts';

const options = { missing: () => null };

/** Only for people of several companies, or who are invited by a second one: nobody else loads any of it. */
export const CompaniesMenu = late(
  () =>
    withTexts(
      import('@/features/companies/companies-menu').then((module) => module.CompaniesMenu),
      'companies',
    ),
  options,
);

export const CompanyOfAddress = late(
  () =>
    withTexts(
      import('@/features/companies/company-of-address').then((module) => module.CompanyOfAddress),
      'companies',
    ),
  options,
);

export const InvitationNotice = late(
  () =>
    withTexts(
      import('@/features/companies/invitation-notice').then((module) => module.InvitationNotice),
      'companies',
    ),
  options,
);

export const OtherCompanyDialog = late(
  () =>
    withTexts(
      import('@/features/companies/other-company-dialog').then(
        (module) => module.OtherCompanyDialog,
      ),
      'companies',
    ),
  options,
);
