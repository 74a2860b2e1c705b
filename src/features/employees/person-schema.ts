import * as z from 'zod/mini';
import { ROLES } from '@/entities/viewer/viewer';
import { phoneNumber } from '@/lib/phone-number';

const EMAIL = /^[^@\s]+@[^@\s]+$/;

export const personSchema = z
  .object({
    firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    lastName: z.string().check(z.trim(), z.maxLength(100)),
    email: z.union([z.literal(''), z.string().check(z.trim(), z.regex(EMAIL))]),
    phone: z.string().check(z.trim(), z.maxLength(40)),
    jobTitle: z.string().check(z.trim(), z.maxLength(100)),
    employeeNumber: z.string().check(z.trim(), z.maxLength(40)),
    role: z.enum(ROLES),
    language: z.enum(['en', 'es']),
    rate: z.union([z.literal(''), z.string().check(z.regex(/^\d{1,6}([.,]\d{1,4})?$/))]),
    invite: z.boolean(),
  })
  .check(
    z.refine(({ email, phone, invite }) => !invite || email !== '' || phoneNumber(phone) !== null, {
      path: ['email'],
      error: 'needed to invite',
    }),
  );

export type PersonValues = z.infer<typeof personSchema>;

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
};

/** A rate as typed, with a comma or a point. */
export function readRate(text: string): string {
  return text.trim().replace(',', '.');
}
