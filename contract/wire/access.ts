/** The access of an endpoint; enforced by the server, read by the portal and the role matrix. */
export type Access = 'public' | 'signed-in' | 'admin';

export const roles = ['admin', 'employee'] as const;
export type Role = (typeof roles)[number];

/** Whether a role (null: not signed in) may call an endpoint with this access. */
export function mayCall(access: Access, role: Role | null): boolean {
  if (access === 'public') return true;
  if (access === 'signed-in') return role !== null;
  return role === 'admin';
}
