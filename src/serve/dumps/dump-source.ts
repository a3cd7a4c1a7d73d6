/**
 * Where the rows of a dump come from: a bounded piece at a time, as they are shown at that moment.
 */
import type { DumpService } from './dump-kinds.js';

/** From one instant, inclusive, to another, exclusive. */
export interface DumpPeriod {
  fromMs: number;
  untilMs: number;
}

/** Where the next piece begins; null for the first. Its meaning is the source's. */
export type DumpPlace = readonly number[] | null;

export interface DumpPiece {
  /** A JSON array of rows; may be empty. */
  rows: Uint8Array;
  /** Null behind the last piece. */
  next: DumpPlace;
}

export interface DumpSource {
  readonly service: DumpService;
  /**
   * Starts of local days before an instant that have articles, the newest first.
   * @param countMax of them, at most.
   */
  days(beforeMs: number, countMax: number): number[];
  /** Names the state: while it is the same, so is every dump. */
  state(): string;
  /** The piece of a dump that begins at a place. `kind` is one of the service's. */
  piece(kind: string, period: DumpPeriod, after: DumpPlace): Promise<DumpPiece>;
}

/** What is asked of the process that has the indices. */
export interface DumpRequest extends DumpPeriod {
  service: DumpService;
  kind: string;
  after: DumpPlace;
}

const encoder = new TextEncoder();

/** Rows as a piece. */
export function pieceOf(rows: readonly object[], next: DumpPlace): DumpPiece {
  return { rows: encoder.encode(JSON.stringify(rows)), next };
}
