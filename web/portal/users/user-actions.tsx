import { KeyRound } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';

export interface UserActionsProps {
  onEdit: (user: User) => void;
  onLink: (user: User) => void;
  onDelete: (user: User) => void;
}

interface OneUserProps extends UserActionsProps {
  user: User;
  /** In a row, where room is dear. */
  compact?: boolean;
}

/** What an admin may do with one user. */
export function UserActions({ user, compact = false, onEdit, onLink, onDelete }: OneUserProps) {
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        aria-label={`Edit ${user.username}`}
        onClick={() => onEdit(user)}
        size="sm"
        variant="quiet"
      >
        Edit
      </Button>
      <Button
        aria-label={`Password link for ${user.username}`}
        onClick={() => onLink(user)}
        size="sm"
        title={compact ? 'Password link' : undefined}
        variant="quiet"
      >
        {compact ? <KeyRound aria-hidden="true" className="size-5" /> : 'Password link'}
      </Button>
      <Button
        aria-label={`Delete ${user.username}`}
        className="text-danger!"
        onClick={() => onDelete(user)}
        size="sm"
        variant="quiet"
      >
        Delete
      </Button>
    </div>
  );
}
