import type { Wrong } from '@/components/form/use-form';
import { type CustomValues, customOf } from '@/entities/custom-field/custom-field';
import type { Role } from '@/entities/viewer/viewer';
import { phoneNumber } from '@/lib/phone-number';
import { useTranslation } from '@/lib/use-translation';

export interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  jobTitle: string;
  employeeNumber: string;
  role: Role;
  language: 'en' | 'es';
  rate: string;
  invite: boolean;
  custom: CustomValues;
}

export const emptyPerson: PersonValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  jobTitle: '',
  employeeNumber: '',
  role: 'employee',
  language: 'en',
  rate: '',
  invite: true,
  custom: customOf(null),
};

const EMAIL = /^[^@\s]+@[^@\s]+$/;
const RATE = /^(\d+(\.\d{1,4})?)?$/;
/** As in an import: more is pay for a month or a year. */
const MAX_RATE = 9_999.99;

/** What is wrong with a rate as typed, as a key of `required`. */
export function rateProblem(rate: string): 'rate' | 'rateTooHigh' | null {
  if (!RATE.test(rate)) return 'rate';
  return Number(rate) > MAX_RATE ? 'rateTooHigh' : null;
}

/** A rate as typed, with a comma or a point. */
export function readRate(text: string): string {
  return text.trim().replace(',', '.');
}

/** Whoever is invited needs an address or a phone number. */
export function useReadPerson() {
  const { t } = useTranslation('employees');
  return (values: PersonValues, wrong: Wrong<PersonValues>): PersonValues => {
    const person = {
      ...values,
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      phone: values.phone.trim(),
      jobTitle: values.jobTitle.trim(),
      employeeNumber: values.employeeNumber.trim(),
      rate: readRate(values.rate),
    };
    const { firstName, email, phone, rate, invite } = person;
    if (!firstName) wrong('firstName', t('required.firstName'));
    if (email && !EMAIL.test(email)) wrong('email', t('required.email'));
    if (invite && !email && phoneNumber(phone) === null)
      wrong('email', t('required.emailToInvite'));
    const problem = rateProblem(rate);
    if (problem) wrong('rate', t(`required.${problem}`));
    return person;
  };
}
