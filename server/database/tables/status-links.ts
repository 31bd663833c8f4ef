/** Links to the status page of an inquiry's or an application's sender. */
export interface StatusLinksTable {
  /** SHA-256 of the link's code, hex. */
  code_hash: string;
  /** The code, so that later mails have the same link. */
  encrypted_code: string;
  expires_at: string;
  inquiry_id: number | null;
  application_id: number | null;
}
