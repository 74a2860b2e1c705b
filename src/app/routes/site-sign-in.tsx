import { SiteSignInScreen } from '@/features/site-sign-in/site-sign-in-screen';

export const Component = SiteSignInScreen;
