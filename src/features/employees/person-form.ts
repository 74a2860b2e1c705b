import type { Wrong } from '@/components/form/use-form';
import { type CustomValues, customOf } from '@/entities/custom-field/custom-field';
import type { Role } from '@/entities/viewer/viewer';
import { phoneNumber } from '@/lib/phone-number';
import { readNumber } from '@/lib/read-number';
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
/** More is pay for a month or a year. */
export const RATE = { digits: 4, min: 0, max: 9_999.99 };

/** A rate as typed, or what is wrong with it, as a key of `required`. */
export function readRate(text: string): { rate: number } | { problem: 'rate' | 'rateTooHigh' } {
  const read = readNumber(text, RATE);
  if ('value' in read) return { rate: read.value };
  return { problem: read.problem === 'too_large' ? 'rateTooHigh' : 'rate' };
}

export interface Person extends PersonValues {
  /** Null: none was typed. */
  hourlyRate: number | null;
}

/** Whoever is invited needs an address or a phone number. */
export function useReadPerson() {
  const { t } = useTranslation('employees');
  return (values: PersonValues, wrong: Wrong<PersonValues>): Person => {
    const person = {
      ...values,
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      phone: values.phone.trim(),
      jobTitle: values.jobTitle.trim(),
      employeeNumber: values.employeeNumber.trim(),
      rate: values.rate.trim(),
    };
    const { firstName, email, phone, rate, invite } = person;
    if (!firstName) wrong('firstName', t('required.firstName'));
    if (email && !EMAIL.test(email)) wrong('email', t('required.email'));
    if (invite && !email && phoneNumber(phone) === null)
      wrong('email', t('required.emailToInvite'));
    const read = rate === '' ? { rate: null } : readRate(rate);
    if ('problem' in read) wrong('rate', t(`required.${read.problem}`));
    return { ...person, hourlyRate: 'rate' in read ? read.rate : null };
  };
}
