/** A word of a text and what it is worth among the others of the text. */
export interface RatedWord {
  readonly shown: string;
  readonly form: string;
  readonly worth: number;
  readonly inTitle: boolean;
}
