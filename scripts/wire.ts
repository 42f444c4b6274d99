import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenApi, spellWire, wireOf } from '#server/testing/wire/lines.ts'

/**
 * `node scripts/wire.ts ADDRESS`, once a release is out: keeps what its server promises, so that the next one is held to
 * it. The address is that of a server which runs the release.
 */
const [address = 'http://localhost:3000'] = process.argv.slice(2)
const answer = await fetch(new URL('/api/openapi.json', address))
if (!answer.ok) throw new Error(`${address} says ${answer.status}`)
const file = join(import.meta.dirname, '../server/testing/wire/released.txt')
writeFileSync(file, spellWire(wireOf((await answer.json()) as OpenApi)))
process.stdout.write(`kept in ${file}\n`)
