import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverMessage, signInMessage } from '@/features/auth/auth-messages';
import { NoUserCreated } from '@/features/auth/no-user-created';
import { signUpNotice, signUpToast } from '@/features/auth/sign-up-messages';
import { addTexts } from '@/lib/translation';
import auth from '@/locales/en/auth.json';

const refused = (message: string, status = 400) => new AuthApiError(message, status, undefined);

beforeAll(() => addTexts('en', 'auth', auth));

describe('sign in', () => {
  it.each([
    [
      refused('Invalid login credentials'),
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [
      refused('Email not confirmed'),
      'Your email address has not been verified. Please check your inbox for a confirmation email.',
    ],
    [
      refused('Request rate limit reached', 429),
      'Too many login attempts. Please try again after some time.',
    ],
    [
      refused('upstream timeout', 408),
      'The server is taking too long to respond. Please try again later.',
    ],
    [refused('User is banned', 403), 'User is banned'],
    [new TypeError('boom'), 'An unexpected error occurred. Please try again.'],
    [
      new AuthRetryableFetchError('Failed to fetch', 0),
      'An unexpected error occurred. Please try again.',
    ],
  ])('%s', (cause, words) => {
    expect(signInMessage(cause)).toBe(words);
  });
});

describe('sign up', () => {
  it.each([
    [
      refused('User already registered', 422),
      'An account with this email already exists. Please use a different email or try signing in.',
      'An account with this email already exists.',
    ],
    [
      refused('Password should be at least 8 characters', 422),
      "Password doesn't meet requirements. Please use a stronger password.",
      'Password should be at least 8 characters',
    ],
    [
      refused('Unable to validate', 422),
      'Invalid email format. Please provide a valid email address.',
      'Unable to validate',
    ],
    [
      refused('slow down', 429),
      'Too many signup attempts. Please try again after some time.',
      'slow down',
    ],
    [
      new AuthRetryableFetchError('Gateway', 504),
      'The server is taking too long to respond. Please try again later.',
      'The request timed out. Please try again in a moment.',
    ],
    [new NoUserCreated(), 'No user account was created', 'No user account was created'],
    [
      new TypeError('boom'),
      'An unexpected error occurred during sign up. Please try again.',
      'An unexpected error occurred. Please try again.',
    ],
  ])('%s', (cause, toast, notice) => {
    expect(signUpToast(cause)).toBe(toast);
    expect(signUpNotice(cause)).toBe(notice);
  });
});

describe('reset and update', () => {
  it('shows the server’s words, or the general sentence', () => {
    expect(serverMessage(refused('New password should be different'))).toBe(
      'New password should be different',
    );
    expect(serverMessage(new Error('boom'))).toBe(
      'An unexpected error occurred. Please try again.',
    );
  });
});
