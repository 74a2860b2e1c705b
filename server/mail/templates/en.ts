import type { AuthMailTexts } from './auth-mail-texts.ts';

const LINK_LASTS = 'The link works once and for {{valid_for}}.';
const NOT_YOU = 'If you did not ask for this, you can ignore this email. Nothing will change.';

export const english: AuthMailTexts = {
  auth_signup: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      'Welcome to {{app_name}}. One step is left: confirm that {{email}} is your address.',
    ],
    button: 'Confirm address',
    code: 'Or enter this code:',
    footnotes: [LINK_LASTS, 'If you did not sign up, you can ignore this email.'],
  },
  auth_account_exists: {
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, hopefully you, signed up to {{app_name}} with {{email}}. This address has an account already, so no other one was made. Sign in with the password you have.',
    ],
    button: 'Sign in',
    also: {
      reason: 'Forgot your password?',
      label: 'Choose a new one',
      link: '{{site_url}}/auth/forgot-password',
    },
    footnotes: [NOT_YOU],
  },
  auth_recovery: {
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: ['Someone, hopefully you, asked for a new password for {{email}}.'],
    button: 'Choose a new password',
    code: 'Or enter this code:',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_magiclink: {
    subject: 'Your sign-in link',
    heading: 'Sign in to {{app_name}}',
    paragraphs: ['Open the link to sign in as {{email}}. No password needed.'],
    button: 'Sign in',
    code: 'Or enter this code:',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_invite: {
    subject: 'You have been invited to {{app_name}}',
    heading: 'You have been invited',
    paragraphs: [
      'You have been invited to use {{app_name}} with the address {{email}}. Accept the invitation and choose a password.',
    ],
    button: 'Accept invitation',
    footnotes: [LINK_LASTS],
  },
  auth_email_change_current: {
    subject: 'Confirm your email address change',
    heading: 'Your email address is changing',
    paragraphs: [
      'The address of your account will change from {{old_email}} to {{new_email}}. You have to confirm from both addresses. This email is for the old one.',
    ],
    button: 'Confirm change',
    footnotes: [
      LINK_LASTS,
      'If this was not you, do not confirm: change your password at once, because someone else is signed in to your account.',
    ],
  },
  auth_email_change_new: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      'The address of an account on {{app_name}} will become {{new_email}}. Confirm that it is yours.',
    ],
    button: 'Confirm address',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_reauthentication: {
    subject: 'Your confirmation code: {{code}}',
    heading: 'Confirm that it is you',
    paragraphs: ['You are about to change something important in your account.'],
    code: 'Enter this code:',
    footnotes: [
      'The code works once and for {{valid_for}}. Never share it with anyone.',
      'If this was not you, change your password at once.',
    ],
  },
  auth_password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account {{email}} has just been changed, and all other devices were signed out.',
      'If it was you, there is nothing to do. If it was not, reset your password now and tell your administrator.',
    ],
    footnotes: [],
  },
  auth_recovery_code_used: {
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    paragraphs: [
      'Someone signed in to your account {{email}} with a recovery code instead of the authenticator app.',
      'If it was you, remove the lost app in your security settings and set up a new one. If it was not, change your password now and tell your administrator.',
    ],
    footnotes: [],
  },
  system_test: {
    subject: 'Test mail from {{app_name}}',
    heading: 'Mail works',
    paragraphs: [
      'You asked for this mail in Settings › System. That it is here means that {{app_name}} can send mail, and that it reaches {{email}}.',
    ],
    footnotes: [
      'Is it in the spam folder? Then the records SPF, DKIM and DMARC of the sender are worth a look.',
    ],
  },
};
