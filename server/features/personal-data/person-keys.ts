/** The ids and addresses that identify a person's rows; each finds rows whose column has one of its values. */
export interface PersonKeys {
  user: number[];
  employee: number[];
  damage: number[];
  assignment: number[];
  /** Documents that are assigned to them. */
  document: number[];
  notification: number[];
  /** Their questions about settlements. */
  question: number[];
  application: number[];
  inquiry: number[];
  /** As they are compared. */
  email: string[];
  /** Stored files. */
  file: string[];
}

/** What a table's columns hold. A column is in exactly one list. */
export interface TableData {
  /** About the person whose row it is. */
  personal?: readonly string[];
  /** About no one, or who acted, which the audit log has as well. */
  technical?: readonly string[];
  /** Never exported: secrets, and what is about other people. */
  withheld?: readonly string[];
  /** The columns that find a person's rows; a table with personal columns has some, or a reason. */
  rows?: Readonly<Record<string, keyof PersonKeys>>;
  /** Why no rows are exported. */
  reason?: string;
}
