// A thread that determines the readings of the texts of its `workerData`, and posts them.

import { parentPort, workerData } from 'node:worker_threads'
import { TokenizerBuilder } from 'lindera-wasm-nodejs-ipadic'

interface Token {
  surface: string
  /** In katakana. Missing or `*` for a word that is not in the dictionary. */
  reading?: string
}

const builder = new TokenizerBuilder()
builder.setDictionary('embedded://ipadic')
builder.setMode('normal')
const tokenizer = builder.build()

function readingOf(word: string): string {
  const tokens: Token[] = tokenizer.tokenize(word)
  return tokens
    .map(({ surface, reading }) => (reading && reading !== '*' ? reading : surface))
    .join('')
}

const texts: string[] = workerData
parentPort?.postMessage(texts.map(orNone))

/** A text that the tokenizer does not take has no reading: it must not stop the others. */
function orNone(text: string): string {
  try {
    return text.split(' ').map(readingOf).join(' ')
  } catch {
    return ''
  }
}
