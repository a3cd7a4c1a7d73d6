/** Windows that relations and topics have. */
export const HOURS = [168, 720, 2160] as const;

/** The window that a page asks for; 30 days unless a known one was named. */
export function hoursOf(text: string | null): number {
  return HOURS.find((hours) => String(hours) === text) ?? 720;
}
