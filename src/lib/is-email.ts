const EMAIL = /^[^\s,;<>"@]+@[^\s,;<>"@]+\.[^\s,;<>"@]+$/;

/** Whether it can be an address; whether it is one shows when mail is sent. */
export const isEmail = (typed: string): boolean => EMAIL.test(typed.trim());
