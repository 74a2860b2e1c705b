import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { type CurrentSession, lacksSecondFactor } from '../http/current-session.ts';

/** Another way to sign in is as much as the account itself: whoever has a second factor shows it first. */
export function requireLinking({ settings }: AuthContext, session: CurrentSession): void {
  if (!settings.manualLinkingEnabled) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (lacksSecondFactor(session)) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to change identities when MFA is enabled.',
    );
  }
  if (session.user.is_anonymous) {
    throw new AuthError(422, 'validation_failed', 'An anonymous account has no identities to link');
  }
}
