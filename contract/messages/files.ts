/** Sentences about stored files and their links. */
export const files = {
  notFound: 'There is no such file, or it is not yours to open.',
  linkExpired: 'This link has run out. Go back and open the file again.',
  wrongKind: (kinds: string) =>
    `This file is not of a kind that is taken here. Please send ${kinds}.`,
  tooLarge: (megabytes: number) =>
    `This file is larger than ${megabytes} MB. Please send a smaller one.`,
  empty: 'This file is empty. Please choose another one.',
  missing: 'Please select a file.',
  notAFile: 'Send the file itself in this field.',
  unexpected: 'This call takes no file under that name.',
} as const;
