import { mkdtempSync, writeFileSync } from 'node:fs'
import { get, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'

/** An answer of ours, for a floor to give back. */
export interface Captured {
  status: number
  headers: Record<string, string>
  /** Base64. */
  body: string
}

/** What every server writes by itself. */
const BY_ITSELF = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Asks once and keeps the bytes as they came, compressed ones too. */
export const capture = (url: string, headers: OutgoingHttpHeaders = {}) =>
  new Promise<Captured>((done, failed) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const body = Buffer.concat(parts)
        const said = Object.entries(response.headers as Record<string, string>)
        const kept = said.filter(([name]) => !BY_ITSELF.includes(name))
        done({
          status: response.statusCode!,
          headers: {
            ...Object.fromEntries(kept),
            ...(body.length > 0 && { 'content-length': String(body.length) }),
          },
          body: body.toString('base64'),
        })
      })
    })
    request.once('error', failed)
  })

/** Where a floor reads them: argument lists are too short for pages. */
export function keep(answers: Record<string, Captured>, folder: string): string {
  const file = join(mkdtempSync(join(folder, 'floor-')), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}
