import { mkdtempSync, writeFileSync } from 'node:fs'
import { get, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'

/** A captured response, to be replayed by a baseline server. */
export interface Captured {
  status: number
  headers: Record<string, string>
  /** Base64. */
  body: string
}

/** Headers that every server sets by itself. */
const BY_ITSELF = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Sends one request and captures the raw bytes, compressed or not. */
export const capture = (url: string, headers: OutgoingHttpHeaders = {}) =>
  new Promise<Captured>((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const body = Buffer.concat(parts)
        const allHeaders = Object.entries(response.headers as Record<string, string>)
        const explicitHeaders = allHeaders.filter(([name]) => !BY_ITSELF.includes(name))
        resolve({
          status: response.statusCode!,
          headers: {
            ...Object.fromEntries(explicitHeaders),
            ...(body.length > 0 && { 'content-length': String(body.length) }),
          },
          body: body.toString('base64'),
        })
      })
    })
    request.once('error', reject)
  })

/** Writes the responses to a file for a baseline server, as they are too long for an argument. */
export function writeResponses(answers: Record<string, Captured>, folder: string): string {
  const file = join(mkdtempSync(join(folder, 'floor-')), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}
