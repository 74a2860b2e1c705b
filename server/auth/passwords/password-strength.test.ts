import { describe, expect, test } from 'vitest';
import { checkPasswordStrength, findWeakness } from './password-strength.ts';

const rules = {
  minimumPasswordLength: 8,
  passwordRequirements: '',
  refuseCommonPasswords: true,
} as const;

describe('a password', () => {
  test.each([
    ['short', ['length']],
    ['12345678', ['pwned']],
    ['Password1', ['pwned']],
    ['123456', ['length', 'pwned']],
    ['chalkline-demo', undefined],
    ['ñandú ñandú', undefined],
  ])('"%s" is weak because of %j', (password, reasons) => {
    expect(findWeakness(password, rules)?.reasons).toEqual(reasons);
  });

  test('that is common is weak where the setting says so', () => {
    const silent = { ...rules, refuseCommonPasswords: false };
    for (const password of ['12345678', 'Password1', 'password123']) {
      expect(findWeakness(password, silent)).toBeUndefined();
      expect(findWeakness(password, rules)?.reasons).toEqual(['pwned']);
    }
  });

  test('is counted in characters, not in bytes', () => {
    expect(findWeakness('🔨🔨🔨🔨', rules)?.reasons).toEqual(['length']);
  });

  test('of more than 72 bytes is refused', () => {
    expect(() => checkPasswordStrength('a'.repeat(73), rules)).toThrow('72 characters');
    expect(() => checkPasswordStrength('é'.repeat(37), rules)).toThrow('72 characters');
    expect(() => checkPasswordStrength('x1'.repeat(36), rules)).not.toThrow();
  });

  test('can be asked for kinds of characters', () => {
    const strict = {
      minimumPasswordLength: 8,
      passwordRequirements: 'lower_upper_letters_digits_symbols',
      refuseCommonPasswords: true,
    } as const;
    expect(findWeakness('lower case only', strict)?.reasons).toEqual(['characters']);
    expect(findWeakness('Upper, lower & 1', strict)).toBeUndefined();
  });
});
