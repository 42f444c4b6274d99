import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads a line without echo; from a pipe, its first line. */
export async function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const asking = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  })
  try {
    return await asking.question('')
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}
