import { createReadStream } from 'node:fs'

/** The lines of a file. Only `\n` ends one: readers of lines also stop at U+2028, which JSON leaves as it is. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) yield rest
}
