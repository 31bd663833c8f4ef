/** The ids and addresses that identify a person's rows; each finds rows whose column has one of its values. */
export interface PersonKeys {
  user: number[];
  employee: number[];
  assignment: number[];
  /** Documents that are assigned to them. */
  document: number[];
  notification: number[];
  /** Their questions about settlements. */
  question: number[];
  application: number[];
  inquiry: number[];
  /** In lower case. */
  email: string[];
  /** Stored files. */
  file: string[];
}
