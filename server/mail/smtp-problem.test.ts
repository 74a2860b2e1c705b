import { expect, test } from 'vitest';
import { smtpProblemOf } from './smtp-problem.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['EDNS', 'getaddrinfo ENOTFOUND mail.example.com', 'unknownHost'],
  ['ESOCKET', 'connect ECONNREFUSED 127.0.0.1:25', 'unreachable'],
  ['ETIMEDOUT', 'Connection timeout', 'timeout'],
  ['ESOCKET', 'self-signed certificate in certificate chain', 'certificate'],
  ['ESOCKET', 'error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'certificate'],
  ['EAUTH', 'Invalid login: 535 5.7.8 Authentication failed', 'login'],
  ['EENVELOPE', 'Mail command failed: 550 5.7.60 MAIL FROM not allowed', 'sender'],
  ['EENVELOPE', "Can't send mail - all recipients were rejected: 550 5.1.1", 'recipient'],
  ['EMESSAGE', 'Message failed: 554 5.7.1 Spam', 'refused'],
  ['', 'something else', 'other'],
])('%s %s: %s', (code, message, problem) => {
  expect(smtpProblemOf(failure(code, message))).toBe(problem);
});

test('the text that was stored is enough', () => {
  expect(smtpProblemOf('Invalid login: 535 5.7.8')).toBe('login');
});
