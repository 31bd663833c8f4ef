/** Admins on duty; a row whose time is over counts as none. */
export interface DutyTable {
  user_id: number;
  until: string;
  /** The admin who set it. */
  set_by: number;
}
