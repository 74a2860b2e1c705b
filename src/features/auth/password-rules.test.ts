import { describe, expect, it } from 'vitest';
import { passwordProblem, registerProblem } from '@/features/auth/password-rules';
import { safeReturnPath } from '@/features/auth/safe-return-path';

const complete = {
  firstName: 'Maria',
  lastName: 'Reyes',
  email: 'maria@example.com',
  password: 'chalkline',
  confirmation: 'chalkline',
};

describe('register', () => {
  it('asks for all fields first', () => {
    expect(registerProblem({ ...complete, email: ' ', password: '' })).toEqual({
      form: 'all',
      beside: { email: 'email', password: 'password', confirmation: 'match' },
    });
  });

  it('says everything that is wrong at once', () => {
    const values = { ...complete, email: 'maria', password: 'short', confirmation: 'other' };
    expect(registerProblem(values)).toEqual({
      form: 'email',
      beside: { email: 'address', password: 'length', confirmation: 'match' },
    });
    expect(registerProblem({ ...values, email: complete.email })?.form).toBe('match');
  });

  it('asks for equal passwords of 8 characters', () => {
    expect(passwordProblem('chalkline', 'chalklin')).toBe('match');
    expect(passwordProblem('1234567', '1234567')).toBe('length');
    expect(passwordProblem('12345678', '12345678')).toBeNull();
  });

  it('lets a complete form pass', () => {
    expect(registerProblem(complete)).toBeNull();
  });
});

describe('the way back after signing in', () => {
  it.each([
    ['/payroll?tab=lines', '/payroll?tab=lines'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/auth/register', '/'],
    [undefined, '/'],
  ])('%s leads to %s', (wanted, path) => {
    expect(safeReturnPath(wanted)).toBe(path);
  });
});
