/** How Japanese texts are read aloud. */
export interface Readings {
  /**
   * The reading of each text, in katakana and hiragana; blanks stay. Empty for a text without Chinese characters, which
   * is written as it is read. Uncommon names may be misread.
   */
  of(texts: string[]): Promise<string[]>
}
