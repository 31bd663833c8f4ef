/** The prefix of all queries of questions about settlements, which reload together. */
export const questionsKey = ['settlement-questions'] as const;
