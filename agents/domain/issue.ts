/** What the user wants repaired. Untrusted text. */
export interface Issue {
  /** First line that is not empty, without `#`. */
  readonly title: string;
  /** The whole text as given, line ends normalised. */
  readonly text: string;
}
