/** Prefixes of queries that live events reload. Apart from the queries, which the portal's first screen doesn't need. */

/** All queries of documents, receipts and submissions. */
export const documentsKey = ['documents'] as const;

/** All queries of questions about settlements. */
export const questionsKey = ['settlement-questions'] as const;
