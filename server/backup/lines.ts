import { createReadStream } from 'node:fs'

/** Lines of a file, ended by `\n` only: readline also splits at U+2028, which JSON does not escape. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
