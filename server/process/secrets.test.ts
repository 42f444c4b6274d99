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

it('are made once, for the eyes of their user alone', () => {
  const made = loadSecrets(folder)
  expect(loadSecrets(folder)).toEqual(made)
  expect(made.token).not.toBe(made.link)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

it('are not written through what another process writes that goes by the same number: in containers all are 1', () => {
  const theirs = join(folder, `secrets.json.${process.pid}.part`)
  writeFileSync(theirs, '{"token":')
  loadSecrets(folder)
  expect(existsSync(theirs) && readFileSync(theirs, 'utf8')).toBe('{"token":')
})

it.each(['', '{}', '{"token":"short","link":"short"}', '{"token":'])(
  'are not made up anew where %j stands, nor shown',
  (text) => {
    writeFileSync(join(folder, 'secrets.json'), text)
    expect(() => loadSecrets(folder)).toThrow(/^\S+secrets.json is not what Room wrote there/)
  },
)

it('are those that several machines share, where these are given, and never made up there', () => {
  const told = { token: 't'.repeat(43), link: 'l'.repeat(43) }
  const data = join(folder, 'data')
  expect(loadSecrets(data, { file: '', told })).toEqual(told)
  const file = join(folder, 'shared.json')
  expect(() => loadSecrets(data, { file, told: null })).toThrow('shared.json')
  writeFileSync(file, JSON.stringify(told))
  expect(loadSecrets(data, { file, told: null })).toEqual(told)
  expect(existsSync(data)).toBe(false)
})
