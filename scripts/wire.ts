import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenApi, spellWire, wireOf } from '#server/testing/wire/lines.ts'

/**
 * `node scripts/wire.ts ADDRESS`, after a release: saves the API contract of a server that runs the release at that
 * address, with which the next release must be compatible.
 */
const [address = 'http://localhost:3000'] = process.argv.slice(2)
const answer = await fetch(new URL('/api/openapi.json', address))
if (!answer.ok) throw new Error(`${address} answered with status ${answer.status}`)
const file = join(import.meta.dirname, '../server/testing/wire/released.txt')
writeFileSync(file, spellWire(wireOf((await answer.json()) as OpenApi)))
process.stdout.write(`kept in ${file}\n`)
