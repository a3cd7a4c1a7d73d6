/** The package has types for its converters, not for their tables: pairs of letters, as `从 從|众 眾`. */
declare module 'opencc-js/dict/STCharacters' {
  const pairs: string;
  export default pairs;
}
declare module 'opencc-js/dict/TWVariants' {
  const pairs: string;
  export default pairs;
}
