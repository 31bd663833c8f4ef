import { createContext } from 'react';

/** The key of the forms in this rendering (`formKeyField`); '' in the browser, which sends by keys of its drafts. */
export const FormKeyContext = createContext('');
