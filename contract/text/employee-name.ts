import { damages } from '../messages/damages.ts';

/** 'First Last', else the username, else 'Unknown'. */
export function personName(person: {
  first_name: string | null;
  last_name: string | null;
  username?: string;
}): string {
  const name = `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim();
  return name || person.username || damages.unknownEmployee;
}
