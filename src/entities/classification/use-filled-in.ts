import { type Proposal, proposalFor, type Work } from '@/entities/classification/classes';
import { useClassifications } from '@/entities/classification/classifications-query';
import { useClassificationNames } from '@/entities/classification/use-classification-names';

/** What the database fills in where nobody chooses, with its name; null where it knows nothing. */
export function useFilledIn(work: Work): (Proposal & { name: string }) | null {
  const { data } = useClassifications();
  const nameOf = useClassificationNames();
  const proposal = proposalFor(data?.defaults ?? [], work);
  const name = nameOf(proposal?.classificationId);
  return proposal && name ? { ...proposal, name } : null;
}
