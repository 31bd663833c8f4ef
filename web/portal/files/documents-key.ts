/** What every query of documents, their receipts and what was sent back begins with: asked again when any has changed. */
export const documentsKey = ['documents'] as const;
