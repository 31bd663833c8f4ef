import { useQuery } from '@tanstack/react-query';
import { users as messages } from '#contract/messages/users.ts';
import { distinctNames, sameName, similarName } from '#contract/rules/similar-names.ts';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { usersQuery } from '../shared/people/users.data.ts';

/** The departments and positions that people have. */
export interface Places {
  department: readonly string[];
  position: readonly string[];
}

/** Those of all other users, the most used first. */
export function usePlaces(user: User | null): Places {
  const { data = [] } = useQuery(usersQuery);
  const others = data.filter(({ user_id }) => user_id !== user?.user_id);
  return {
    department: distinctNames(others.map(({ department }) => department)),
    position: distinctNames(others.map(({ position }) => position)),
  };
}

/** With the existing spelling of a department and a position that differ by case, spaces or punctuation only. */
export function withExistingPlaces<B extends { department: string; position: string }>(
  body: B,
  { department, position }: Places,
): B {
  return {
    ...body,
    department: sameName(body.department, department) ?? body.department,
    position: sameName(body.position, position) ?? body.position,
  };
}

interface PlaceHintProps {
  text: string;
  names: readonly string[];
  onUse: (name: string) => void;
}

/** Offers the existing name that a new one resembles. */
export function PlaceHint({ text, names, onUse }: PlaceHintProps) {
  const same = sameName(text.trim(), names);
  const near = same === undefined ? similarName(text, names) : undefined;
  return (
    <span role="status">
      {same !== undefined && same !== text.trim() && messages.savedAs(same)}
      {near !== undefined && (
        <>
          {messages.didYouMean(near)}{' '}
          <Button onClick={() => onUse(near)} size="sm" variant="secondary">
            Use {near}
          </Button>
        </>
      )}
    </span>
  );
}
