/** Sentences of the employee spotlight (SPEC.md sections 3, 5 and 8). */
export const spotlight = {
  title: 'Employee Spotlight',
  fieldsMissing: 'Title and text are required',
  submitFailed: 'Failed to submit post',
  added: 'Post added successfully!',
  updated: 'Post updated successfully!',
  deleted: 'Post deleted successfully!',
  deleteFailed: 'Failed to delete post.',
  fetchFailed: 'Failed to fetch posts.',
  none: 'No posts yet.',
  gone: 'This post was deleted in the meantime. The page is up to date again.',
  confirmDelete: (title: string) => `Delete the post "${title}" with its reactions?`,
  confirmDiscard: 'Discard what you typed for this post?',
  reacted: 'Reaction saved.',
  badEmoji: 'Choose one of 👍 😊 ❤️ 😮 😢, or null to take it back.',
  closed: 'Access denied. No token provided.',
  /** What each emoji is called, for those who do not see it. */
  names: { '👍': 'Thumbs up', '😊': 'Smile', '❤️': 'Heart', '😮': 'Surprised', '😢': 'Sad' },
} as const;
