/** Who may call an endpoint; the server enforces it, screens and the role matrix read it. */
export type Access = 'public' | 'signed-in' | 'admin';

export const roles = ['admin', 'employee'] as const;
export type Role = (typeof roles)[number];

/** Whether a caller of that role (null: nobody) may call something of that access. */
export function mayCall(access: Access, role: Role | null): boolean {
  if (access === 'public') return true;
  if (access === 'signed-in') return role !== null;
  return role === 'admin';
}
