import type { User } from '#contract/users.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '../shared/record-view.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { addedProps } from './use-added-first.ts';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { columns, fullName, roleNames, shown } from './user-columns.ts';

interface UsersCardsProps extends UserActionsProps {
  users: readonly User[];
  added: number | null;
  editing: number | null;
  /** Changes when the list becomes another one. */
  listKey: string;
}

/** The same as the table, for a phone. */
export function UsersCards({ users, added, editing, listKey, ...actions }: UsersCardsProps) {
  const { count, showMore, end } = useGrowingList(listKey);
  return (
    <>
      <ul aria-label="Users & Employees Table" className="grid gap-4">
        {users.slice(0, count).map((user) => (
          <li key={user.user_id} {...(added === user.user_id ? addedProps : {})}>
            <Card
              aside={
                editing === user.user_id ? (
                  <Badge tone="lane">In the form</Badge>
                ) : added === user.user_id ? (
                  <Badge tone="lane">New</Badge>
                ) : (
                  <Badge tone={user.user_role === 'admin' ? 'info' : 'neutral'}>
                    {roleNames[user.user_role]}
                  </Badge>
                )
              }
              footer={<UserActions {...actions} user={user} />}
              title={fullName(user) || user.username}
            >
              <DescriptionList
                rows={columns.map(({ key, label }) => [label, shown(user, key)] as const)}
              />
            </Card>
          </li>
        ))}
      </ul>
      {users.length > count && (
        <div ref={end}>
          <Button onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
