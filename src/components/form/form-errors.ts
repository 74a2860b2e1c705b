import { createContext } from 'react';

/** What is wrong with the fields of the form around, by the name of their control. `Field` shows it. */
export const FormErrors = createContext<Readonly<Record<string, string>>>({});
