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

/** Installs system packages that the tests need, if permitted; otherwise prints the command. */
export function ensure(
  what: string,
  find: () => string | null,
  packages: string[],
  otherwise: string,
) {
  if (find()) return
  console.error(mayInstall() ? `Installing ${what} …` : `The tests need ${what}.`)
  if (mayInstall() && install(packages) && find()) return
  console.error(`Run: sudo apt-get install ${packages.join(' ')}\nor ${otherwise}.`)
  process.exitCode = 1
}

/** Installs optional system packages that make the tests faster, if permitted and available. */
export function prefer(what: string, find: () => string | null, packages: string[]) {
  if (find() || !mayInstall()) return
  console.error(`Installing ${what} …`)
  if (!install(packages)) console.error('The package is not available: the tests run without it.')
}
