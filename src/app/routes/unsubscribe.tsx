import { UnsubscribeScreen } from '@/features/unsubscribe/unsubscribe-screen';

/** Open to everyone: the link in the mail is the permission. */
export const Component = UnsubscribeScreen;
