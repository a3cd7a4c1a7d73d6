/** The package has no types of its own. */
declare module 'html-encoding-sniffer' {
  /** Name of the charset by the HTML standard's sniffing algorithm. */
  export default function sniff(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
