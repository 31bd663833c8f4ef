import { translated } from '../text/languages.ts';
import * as spanish from './spotlight.es.ts';

/** Messages of the employee spotlight. */
export const spotlight = translated(spanish.spotlight, {
  title: 'Employee Spotlight',
  create: 'Create Post',
  fieldsMissing: 'Title and text are required',
  submitFailed: 'Failed to submit post',
  added: 'Post added successfully!',
  updated: 'Post updated successfully!',
  deleted: 'Post deleted successfully!',
  deleteFailed: 'Failed to delete post.',
  fetchFailed: 'Failed to fetch posts.',
  none: 'No posts yet.',
  noneForAdmins: 'Select Create Post to share what someone did well.',
  noneForEmployees: 'Posts about what your team did well will appear here.',
  noReactions: 'No reactions yet',
  namesFailed: "Couldn't load the names. Close this and open it again.",
  pictureGoes: 'Post removes the picture.',
  noPreview: "No preview: this browser can't show that picture.",
  gone: 'Someone deleted this post. The page is up to date now.',
  confirmDelete: 'Are you sure you want to delete this post?',
  confirmDiscard: 'Discard your changes to this post?',
  reacted: 'Reaction saved.',
  badEmoji: 'Choose one of 👍 😊 ❤️ 😮 😢, or null to take it back.',
  closed: 'Access denied. No token provided.',
  /** The accessible names of the emoji. */
  names: { '👍': 'Thumbs up', '😊': 'Smile', '❤️': 'Heart', '😮': 'Surprised', '😢': 'Sad' },
});
