import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isEnterable, makeEnterable } from './enterable.mjs'

/** A home with an installed package, and a folder beside it that all users can enter. */
function createHome(mode: number) {
  const top = mkdtempSync(join(tmpdir(), 'room-home-'))
  onTestFinished(() => rmSync(top, { recursive: true }))
  chmodSync(top, 0o755)
  const [home, within] = [join(top, 'home'), join(top, 'within')]
  const folder = join(home, 'node_modules/@databases/linux')
  mkdirSync(folder, { recursive: true })
  mkdirSync(within)
  writeFileSync(join(folder, 'package.json'), '{"name":"@databases/linux","version":"1.2.3"}')
  writeFileSync(join(folder, 'initdb'), 'a program')
  chmodSync(home, mode)
  return { home, folder, within, program: () => readFileSync(join(folder, 'initdb'), 'utf8') }
}

it('leaves a package that all users can reach', () => {
  const { home, folder, within } = createHome(0o755)
  expect(isEnterable(home)).toBe(true)
  makeEnterable(folder, within)
  expect(lstatSync(folder).isSymbolicLink()).toBe(false)
})

it('copies a package out of a closed home, again after the copy was cleaned up', () => {
  const { home, folder, within, program } = createHome(0o700)
  expect(isEnterable(home)).toBe(false)
  for (let times = 0; times < 2; times++) {
    makeEnterable(folder, within)
    makeEnterable(folder, within)
    expect(readFileSync(join(within, 'room-databases-linux-1.2.3/initdb'), 'utf8')).toBe(
      'a program',
    )
    expect(program()).toBe('a program')
    rmSync(within, { recursive: true })
    mkdirSync(within)
  }
})
