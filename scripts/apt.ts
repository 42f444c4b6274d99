import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const install = (packages: string[]) =>
  apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages)

/** Installs what the tests need of this machine where we may; says what to type where we may not. */
export function ensure(
  what: string,
  find: () => string | null,
  packages: string[],
  otherwise: string,
) {
  if (find()) return
  console.error(mayInstall() ? `Installing ${what} …` : `The tests need ${what}.`)
  if (mayInstall() && install(packages) && find()) return
  console.error(`Type: sudo apt-get install ${packages.join(' ')}\nor ${otherwise}.`)
  process.exitCode = 1
}

/** Installs what makes the tests faster where we may, and where there is such a package; they run without it, too. */
export function prefer(what: string, find: () => string | null, packages: string[]) {
  if (find() || !mayInstall()) return
  console.error(`Installing ${what} …`)
  if (!install(packages)) console.error('There is none here: the tests go on without it.')
}
