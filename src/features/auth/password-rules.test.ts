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
      fields: ['email', 'password'],
    });
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
