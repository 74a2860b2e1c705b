import type { BadgeTone } from '@/components/ui/badge';
import type { Database } from '../../../supabase/types';

export type Expense = Database['public']['Functions']['list_expenses']['Returns'][number];

export const KINDS = ['receipt', 'mileage', 'per_diem'] as const;
export type ExpenseKind = (typeof KINDS)[number];

export const STATUSES = ['entered', 'approved', 'declined', 'paid'] as const;
export type ExpenseStatus = (typeof STATUSES)[number];

export const kindOf = ({ kind }: Pick<Expense, 'kind'>): ExpenseKind => kind as ExpenseKind;
export const statusOf = ({ status }: Pick<Expense, 'status'>): ExpenseStatus =>
  status as ExpenseStatus;

export const STATUS_TONES: Record<ExpenseStatus, BadgeTone> = {
  entered: 'attention',
  approved: 'success',
  declined: 'danger',
  paid: 'neutral',
};

/** What an approver should look at; private.expense_flags names them. */
export const FLAGS = [
  'no_work',
  'same_receipt',
  'same_amount',
  'no_receipt',
  'photo_waiting',
  'no_purpose',
  'late',
] as const;
export type ExpenseFlag = (typeof FLAGS)[number];

export const flagsOf = ({ flags }: Pick<Expense, 'flags'>): ExpenseFlag[] =>
  FLAGS.filter((flag) => flags.includes(flag));
