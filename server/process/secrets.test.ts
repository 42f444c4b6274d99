import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('are created once, readable by their user only', () => {
  const created = loadSecrets(folder)
  expect(loadSecrets(folder)).toEqual(created)
  expect(created.token).not.toBe(created.link)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

it('are not overwritten by another process with the same pid: in containers all are 1', () => {
  const otherPart = join(folder, `secrets.json.${process.pid}.part`)
  writeFileSync(otherPart, '{"token":')
  loadSecrets(folder)
  expect(existsSync(otherPart) && readFileSync(otherPart, 'utf8')).toBe('{"token":')
})

it.each(['', '{}', '{"token":"short","link":"short"}', '{"token":'])(
  'are neither replaced nor shown if the file contains %j',
  (text) => {
    writeFileSync(join(folder, 'secrets.json'), text)
    expect(() => loadSecrets(folder)).toThrow(/^\S+secrets.json is not what Room wrote there/)
  },
)

it('are the configured ones if set, and are then never generated', () => {
  const inline = { token: 't'.repeat(43), link: 'l'.repeat(43) }
  const data = join(folder, 'data')
  expect(loadSecrets(data, { file: '', inline })).toEqual(inline)
  const file = join(folder, 'shared.json')
  expect(() => loadSecrets(data, { file, inline: null })).toThrow('shared.json')
  writeFileSync(file, JSON.stringify(inline))
  expect(loadSecrets(data, { file, inline: null })).toEqual(inline)
  expect(existsSync(data)).toBe(false)
})
