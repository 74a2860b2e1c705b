import { createContext } from 'react';

/** Whether this is drawn in a dialog, which asks by itself before typed values are thrown away. */
export const InDialog = createContext(false);
