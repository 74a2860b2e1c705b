/** The likely end of a clock nobody stopped, and what it rests on (`private.proposed_end`). */
export interface Proposal {
  proposed_at: string;
  reason: ProposalReason;
  sample_size: number;
}

export type ProposalReason =
  | 'schedule'
  | 'crew'
  | 'company'
  | 'habit'
  | 'eight_hours'
  | 'photo'
  | 'quantity'
  | 'question'
  | 'break'
  | 'punch'
  | 'left_site';
