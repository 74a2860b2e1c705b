import type { Wrong } from '@/components/form/use-form';
import { type DateInputValue, isDate } from '@/components/shared/date-input';
import type { Contract } from '@/features/public-work/contract/api/queries';
import type { ContractFields } from '@/features/public-work/contract/api/writes';
import type { IsoDate } from '@/lib/format';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export const EXTERNAL_ID_NAMES = [
  'dir_project_id',
  'prc_number',
  'intent_id',
  'lcp_project_code',
] as const;
type ExternalId = (typeof EXTERNAL_ID_NAMES)[number];

/** What the portals of each law call a project. */
export const EXTERNAL_IDS: Record<Contract['regime'], readonly ExternalId[]> = {
  federal: ['lcp_project_code'],
  ca: ['dir_project_id', 'lcp_project_code'],
  ny: ['prc_number', 'lcp_project_code'],
  wa: ['intent_id', 'lcp_project_code'],
  other: ['lcp_project_code'],
};

/** As the portals take them. */
const FORMS: Partial<Record<ExternalId, RegExp>> = {
  dir_project_id: /^\d{1,18}$/,
  prc_number: /^.{10}$/,
  intent_id: /^\d{1,10}$/,
};

export interface ContractValues extends Record<ExternalId, string> {
  regime: Contract['regime'];
  cwhssa: Contract['cwhssa'];
  role: Contract['contractor_role'];
  prime: string;
  number: string;
  agency: string;
  county: string;
  state: string;
  location: string;
  weekEndsOn: string;
  topUp: boolean;
  paidAfter: string;
  firstNumber: string;
  firstWeek: DateInputValue;
  noWorkReports: boolean;
}

/** What stands in the fields: a contract's, or what the project says already. */
export function contractValues(
  contract: Contract | null,
  project: { address: string | null; client: string | null },
  weekStart: number,
): ContractValues {
  const ids = Object.fromEntries(
    EXTERNAL_ID_NAMES.map((name) => [name, contract?.external_ids[name] ?? '']),
  ) as Record<ExternalId, string>;
  return {
    ...ids,
    regime: contract?.regime ?? 'federal',
    cwhssa: contract?.cwhssa ?? 'unknown',
    role: contract?.contractor_role ?? 'prime',
    prime: contract?.prime_name ?? '',
    number: contract?.contract_number ?? '',
    agency: contract ? (contract.agency ?? '') : (project.client ?? ''),
    county: contract?.county ?? '',
    state: contract?.state ?? '',
    location: contract ? (contract.location ?? '') : (project.address ?? ''),
    weekEndsOn: String(contract?.week_ends_on ?? (weekStart + 6) % 7),
    topUp: contract?.top_up ?? true,
    paidAfter: String(contract?.paid_after_days ?? 5),
    firstNumber: String(contract?.first_number ?? 1),
    firstWeek: contract?.first_week_end ?? null,
    noWorkReports: contract?.no_work_reports ?? true,
  };
}

/** None, or a day on which weeks of the contract end. */
function isWeekEnd(
  values: ContractValues,
): values is ContractValues & { firstWeek: IsoDate | null } {
  const { firstWeek, weekEndsOn } = values;
  return (
    firstWeek === null ||
    (isDate(firstWeek) && new Date(`${firstWeek}T00:00:00Z`).getUTCDay() === Number(weekEndsOn))
  );
}

const orNull = (text: string): string | null => text.trim() || null;

/** Only what cannot be read is wrong; what is still missing is on the checklist. */
export function useReadContract(opened: Contract | null) {
  const { t } = useTranslation('public-contract');
  return (values: ContractValues, wrong: Wrong<ContractValues>): ContractFields => {
    const ids: Record<string, string> = {};
    for (const name of EXTERNAL_ID_NAMES) {
      const typed = values[name].trim();
      const offered = EXTERNAL_IDS[values.regime].includes(name);
      if (offered && typed && !(FORMS[name]?.test(typed) ?? true)) {
        wrong(name, t(`wrong.${name as 'prc_number'}`));
      }
      if (typed) ids[name] = typed;
    }
    return {
      regime: values.regime,
      cwhssa: values.cwhssa,
      contractor_role: values.role,
      prime_name: values.role === 'sub' ? orNull(values.prime) : null,
      contract_number: orNull(values.number),
      agency: orNull(values.agency),
      county: orNull(values.county),
      state: orNull(values.state),
      location: orNull(values.location),
      external_ids: { ...withoutKnown(opened), ...ids },
      week_ends_on: Number(values.weekEndsOn),
      top_up: values.topUp,
      paid_after_days:
        numberIn(values.paidAfter, { digits: 0, min: 0, max: 60 }) ??
        wrong('paidAfter', t('wrong.paidAfter')),
      first_number:
        numberIn(values.firstNumber, { digits: 0, min: 1, max: 9999 }) ??
        wrong('firstNumber', t('wrong.firstNumber')),
      first_week_end: isWeekEnd(values)
        ? values.firstWeek
        : wrong('firstWeek', t('wrong.firstWeek')),
      no_work_reports: values.noWorkReports,
    };
  };
}

/** Numbers of other portals, which this form does not show. */
const withoutKnown = (contract: Contract | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(contract?.external_ids ?? {}).filter(
      ([name]) => !EXTERNAL_ID_NAMES.some((known) => known === name),
    ),
  );
